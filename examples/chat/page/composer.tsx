import { useState, type FormEvent, type KeyboardEvent } from "react";

interface Props {
  busy: boolean;
  suggestions: string[];
  ask(text: string): void;
  stop(): void;
}

export function Composer({ busy, suggestions, ask, stop }: Props) {
  const [text, setText] = useState("");
  const [early, setEarly] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEarly(busy);
    if (busy || text.trim() === "") return;
    ask(text);
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
  };
  return (
    <form className="composer" onSubmit={submit}>
      {suggestions.length > 0 && (
        <ul className="suggestions" aria-label="Suggestions">
          {suggestions.map((suggestion) => (
            <li key={suggestion}>
              <button type="button" onClick={() => ask(suggestion)}>
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={busy && early ? "writing" : "hidden"}>
        {busy && early && "The answer is still being written. Wait, or press Stop. Your message stays here."}
      </p>
      <div className="field">
        <label className="hidden" htmlFor="text">
          Your message
        </label>
        <textarea
          id="text"
          name="text"
          rows={1}
          placeholder="Write a message"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        {busy ? (
          <button type="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="submit" className="primary" disabled={text.trim() === ""}>
            Send
          </button>
        )}
      </div>
    </form>
  );
}
