import { getToolName, type DynamicToolUIPart, type ToolUIPart } from "ai";
import { useRef } from "react";
import { reasons } from "../reasons.ts";
import { questionInWords } from "./question-words.ts";
import { Question } from "./question.tsx";
import { Result } from "./result.tsx";
import { callInWords, fieldInWords, isId, valueInWords } from "./words.ts";

/** Answers a question. With `params`, the person wants the call with these params instead. */
export type Decide = (approvalId: string, approved: boolean, params?: Record<string, unknown>) => void;

interface ToolInput {
  entity?: string;
  action?: string;
  params?: Record<string, unknown>;
}

interface Props {
  part: ToolUIPart | DynamicToolUIPart;
  decide: Decide | undefined;
}

/** Shows a call of a tool, and asks the person about it if it needs an approval. */
export function ToolCard({ part, decide }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const { entity, action, params = {} } = (part.input ?? {}) as ToolInput;
  const [state, label] = stateOf(part, decide !== undefined);
  const reason = part.approval?.requestReason;
  const asked = part.state === "approval-requested" ? part.approval : undefined;
  const platform = callInWords(getToolName(part));
  const title = reason
    ? `${platform}: ${questionInWords(reason).title.toLowerCase()}`
    : callInWords(getToolName(part), entity, action);
  return (
    <div ref={card} tabIndex={-1} className={`card ${state}`} role="group" aria-label={title}>
      <h2>
        <span>{title}</span> <span className="state">{label}</span>
      </h2>
      {reason === undefined ? (
        <Params params={params} />
      ) : (
        <Question
          reason={reason}
          params={params}
          decide={
            asked &&
            decide &&
            ((approved, changed) => {
              // The buttons disappear, so the focus would be lost.
              card.current?.focus();
              decide(asked.id, approved, changed);
            })
          }
        />
      )}
      {part.state === "output-available" && <Result output={part.output} />}
      {part.state === "output-error" && <p className="error">{part.errorText}</p>}
      {part.state === "output-denied" && part.approval.reason !== reasons.denied && (
        <p className="note">{part.approval.reason}</p>
      )}
    </div>
  );
}

function Params({ params }: { params: Record<string, unknown> }) {
  const entries = Object.entries(params).filter(([name, value]) => !isId({ name, value: String(value) }));
  if (entries.length === 0) return null;
  return (
    <dl>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{fieldInWords(name)}</dt>
          <dd>{valueInWords(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns a name for the style of a card, and the text for the person. */
function stateOf(part: ToolUIPart | DynamicToolUIPart, isOpen: boolean): [string, string] {
  switch (part.state) {
    case "input-streaming":
    case "input-available":
      return ["running", "Running…"];
    case "approval-requested":
      return isOpen ? ["asked", "Needs your approval"] : ["denied", "Not answered"];
    case "approval-responded":
      return part.approval.approved ? ["running", "Running…"] : ["denied", "Denied"];
    case "output-denied":
      return ["denied", part.approval.isAutomatic ? "Refused" : "Denied"];
    case "output-error":
      return ["failed", "Stopped"];
    case "output-available":
      return (part.output as { error?: object }).error ? ["failed", "Failed"] : ["done", "Done"];
  }
}
