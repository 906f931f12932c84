import { openChat } from "./open-chat.ts";

// Starts the chat on loopback. By default, a script replaces the model, and the platforms are sandboxes.
//   PORT                          the port; by default, the system chooses a free port
//   OPENAI_API_KEY, OPENAI_MODEL  uses a real model
//   APPROVAL_SECRET               signs the approvals; set the same value for all processes of a deployment

const { url } = await openChat({ port: Number(process.env.PORT ?? 0) });
console.log(`Open ${url}`);
