import { openChat } from "./open-chat.ts";

// Starts the chat on loopback. By default, a script replaces the model, and the platforms are sandboxes.
//   PORT                          the port; by default, the system chooses a free port
//   OPENAI_API_KEY, OPENAI_MODEL  uses a real model
//   CHAT_DIRECTORY                keeps conversations, approvals and connectors in this folder; by default, they end with the process
//   APPROVAL_SECRET               signs the approvals; set the same value for all processes of a deployment

const directory = process.env.CHAT_DIRECTORY;
const { url } = await openChat({
  port: Number(process.env.PORT ?? 0),
  ...(directory === undefined ? {} : { directory }),
});
console.log(`Open ${url}`);
