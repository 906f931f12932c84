import { useState, type FormEvent } from "react";
import { inWords, send, type Session } from "./server.ts";

type Chats = Session["conversations"];

interface Props {
  chats: Chats;
  setChats(chats: Chats): void;
  /** The id of the conversation that the page shows. */
  open: string;
}

/** The list of the conversations, which a person can rename and delete. */
export function Chats({ chats, setChats, open }: Props) {
  const [edited, setEdited] = useState<{ id: string; what: "rename" | "delete" }>();
  const [problem, setProblem] = useState("");
  const change = async (done: Promise<unknown>, changed: Chats) => {
    setProblem("");
    try {
      await done;
      setEdited(undefined);
      setChats(changed);
      if (edited?.id === open && edited.what === "delete") location.assign("/");
    } catch (error) {
      setProblem(inWords(error));
    }
  };
  const rename = (event: FormEvent<HTMLFormElement>, id: string) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get("title"));
    const changed = chats.map((one) => (one.id === id ? { id, title } : one));
    void change(send("PATCH", `/api/conversations/${id}`, { title }), changed);
  };
  const remove = (id: string) =>
    void change(
      send("DELETE", `/api/conversations/${id}`),
      chats.filter((one) => one.id !== id),
    );
  return (
    <details className="chats">
      <summary>Chats</summary>
      <ul>
        {chats.length === 0 && <li>You have no chats yet.</li>}
        {chats.map(({ id, title }) => (
          <li key={id}>
            {edited?.id === id && edited.what === "rename" ? (
              <form onSubmit={(event) => rename(event, id)}>
                <input
                  name="title"
                  aria-label="Title"
                  autoFocus
                  required
                  maxLength={80}
                  defaultValue={title}
                />
                <button type="submit">Save</button>
              </form>
            ) : (
              <>
                <a href={`/c/${id}`} aria-current={id === open ? "page" : undefined}>
                  {title}
                </a>
                <button
                  type="button"
                  aria-label={`Rename ${title}`}
                  onClick={() => setEdited({ id, what: "rename" })}
                >
                  Rename
                </button>
                {edited?.id === id ? (
                  <button type="button" className="danger" autoFocus onClick={() => remove(id)}>
                    Delete for good
                  </button>
                ) : (
                  <button
                    type="button"
                    aria-label={`Delete ${title}`}
                    onClick={() => setEdited({ id, what: "delete" })}
                  >
                    Delete
                  </button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {problem && <p role="alert">{problem}</p>}
    </details>
  );
}
