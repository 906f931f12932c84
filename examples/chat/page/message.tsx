import { isToolUIPart, type UIMessage } from "ai";
import { Answer } from "./markdown.tsx";
import { ToolCard, type Decide } from "./tool-card.tsx";

interface Props {
  message: UIMessage;
  /** Undefined if the questions of this message can no longer be answered. */
  decide: Decide | undefined;
}

export function Message({ message: { role, parts }, decide }: Props) {
  return (
    <article className={role} aria-label={role === "user" ? "You" : "Assistant"}>
      {parts.map((part, index) => {
        if (part.type === "text")
          return role === "user" ? <p key={index}>{part.text}</p> : <Answer key={index} text={part.text} />;
        if (isToolUIPart(part)) return <ToolCard key={part.toolCallId} part={part} decide={decide} />;
        return null;
      })}
    </article>
  );
}
