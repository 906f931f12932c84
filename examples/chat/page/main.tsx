import { createRoot } from "react-dom/client";
import { App, SignIn } from "./app.tsx";
import { get, newConversation, type Conversation, type Session } from "./server.ts";

const root = createRoot(document.getElementById("root")!);
const session = await get<Session>("/api/session");
const person = session.people.find(({ id }) => id === session.person);
if (!person) root.render(<SignIn people={session.people} />);
else {
  const [, given] = /^\/c\/(.+)$/.exec(location.pathname) ?? [];
  const id = given ?? session.conversations[0]?.id ?? (await newConversation());
  history.replaceState(null, "", `/c/${id}`);
  const found = await get<Conversation>(`/api/conversations/${id}`).catch((error: Error) => error);
  root.render(<App session={session} person={person} id={id} conversation={found} />);
}
