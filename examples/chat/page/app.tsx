import { Chat } from "./chat.tsx";
import { newConversation, send, type Conversation, type Person, type Session } from "./server.ts";

interface Props {
  session: Session;
  person: Person;
  id: string;
  conversation: Conversation | Error;
}

export function App({ session: { conversations, suggestions }, person, id, conversation }: Props) {
  return (
    <>
      <header>
        <h1>Chat with connectors</h1>
        <details className="chats">
          <summary>Chats</summary>
          <ul>
            {conversations.map((one) => (
              <li key={one.id}>
                <a href={`/c/${one.id}`} aria-current={one.id === id ? "page" : undefined}>
                  {one.title}
                </a>
              </li>
            ))}
          </ul>
        </details>
        <button type="button" onClick={() => void newConversation().then(openConversation, goHome)}>
          New chat
        </button>
        <button type="button" onClick={() => void send("DELETE", "/api/session").then(goHome, goHome)}>
          Sign out {person.name}
        </button>
      </header>
      {conversation instanceof Error ? (
        <main>
          <p role="alert">{conversation.message}</p>
        </main>
      ) : (
        <Chat id={id} first={conversation} suggestions={suggestions} />
      )}
    </>
  );
}

/** Opens the first page. A person who is signed out can sign in there. */
const goHome = () => location.assign("/");
const openConversation = (id: string) => location.assign(`/c/${id}`);

export function SignIn({ people }: Pick<Session, "people">) {
  const signIn = async (person: string) => {
    await send("POST", "/api/session", { person });
    location.reload();
  };
  return (
    <main className="sign-in">
      <h1>Who are you?</h1>
      <p>Each person has their own Slack and Amazon Ads accounts.</p>
      {people.map(({ id, name, about }) => (
        <button key={id} type="button" className="person" onClick={() => void signIn(id)}>
          <strong>{name}</strong>
          <span>{about}</span>
        </button>
      ))}
    </main>
  );
}
