import { openChat } from "./open-chat.ts";
import { people } from "./people.ts";

// Starts the chat on loopback. By default, a script replaces the model, and the platforms are sandboxes.
//   PORT                          the port; by default, the system chooses a free port
//   CHAT_URL                      the address of the page in the browser, if a proxy serves it
//   OPENAI_API_KEY, OPENAI_MODEL  uses a real model
//   CHAT_DIRECTORY                keeps the database and the connectors in this folder; by default, they end with the process
//   CHAT_SECRET                   signs approvals and hashes codes; by default, a random secret in the folder

const { url } = await openChat({
  port: Number(process.env.PORT ?? 0),
  publicUrl: process.env.CHAT_URL,
  directory: process.env.CHAT_DIRECTORY,
});
console.log(
  `Open ${url}\nSign in as ${people.map(({ email }) => email).join(" or ")}. The code appears here.`,
);
