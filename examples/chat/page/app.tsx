import { useState } from "react";
import { Chat } from "./chat.tsx";
import { Chats } from "./chats.tsx";
import { send, type Session } from "./server.ts";

interface Props {
  session: Session;
  id: string;
  isNew: boolean;
}

export function App({ session: { name, conversations, suggestions }, id, isNew }: Props) {
  const [chats, setChats] = useState(conversations);
  /** Shows a new conversation in the list and in the address, so that a reload finds it. */
  const onBegin = (title: string) => {
    history.replaceState(null, "", `/c/${id}`);
    setChats([{ id, title }, ...chats.filter((one) => one.id !== id)]);
  };
  return (
    <>
      <header>
        <h1>Chat with connectors</h1>
        <Chats chats={chats} setChats={setChats} open={id} />
        <a className="button" href="/">
          New chat
        </a>
        <button type="button" onClick={() => void send("DELETE", "/api/session").then(goHome, goHome)}>
          Sign out {name}
        </button>
      </header>
      <Chat id={id} isNew={isNew} suggestions={suggestions} onBegin={onBegin} />
    </>
  );
}

/** Opens the first page. A person who is signed out can sign in there. */
const goHome = () => location.assign("/");
