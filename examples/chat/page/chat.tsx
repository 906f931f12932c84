import { useEffect } from "react";
import { hasQuestion } from "../messages.ts";
import { Composer } from "./composer.tsx";
import { Message } from "./message.tsx";
import { useConversation } from "./use-conversation.ts";

interface Props {
  id: string;
  isNew: boolean;
  suggestions: string[];
  /** Gets the first text of a new conversation. */
  onBegin(text: string): void;
}

export function Chat({ id, isNew, suggestions, onBegin }: Props) {
  const { messages, problem, busy, ask, decide, stop, tryAgain } = useConversation(id, isNew);
  useEffect(() => {
    document.documentElement.scrollTo({ top: document.documentElement.scrollHeight });
  }, [messages, problem]);
  return (
    <main>
      <div role="log" aria-label="Messages" aria-busy={busy}>
        {messages.map((message, index) => (
          <Message
            key={message.id}
            message={message}
            decide={index === messages.length - 1 ? decide : undefined}
          />
        ))}
      </div>
      <p role="status" className={busy ? "writing" : "hidden"}>
        {busy ? "Writing…" : hasQuestion(messages) ? "Your approval is needed." : ""}
      </p>
      {problem && !busy && (
        <div className="problem">
          <p role="alert">{problem.text}</p>
          {problem.again && (
            <button type="button" onClick={() => void tryAgain()}>
              Try again
            </button>
          )}
        </div>
      )}
      <Composer
        busy={busy}
        suggestions={isNew && messages.length === 0 ? suggestions : []}
        ask={(text) => {
          if (isNew && messages.length === 0) onBegin(text);
          ask(text);
        }}
        stop={stop}
      />
    </main>
  );
}
