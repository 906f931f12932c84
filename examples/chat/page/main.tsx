import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { get, type Session } from "./server.ts";
import { SignIn } from "./sign-in.tsx";

const root = createRoot(document.getElementById("root")!);
const session = await get<Session | null>("/api/session");
const [, id] = /^\/c\/(.+)$/.exec(location.pathname) ?? [];
// The server makes a new conversation with its first message.
root.render(
  session ? <App session={session} id={id ?? crypto.randomUUID()} isNew={id === undefined} /> : <SignIn />,
);
