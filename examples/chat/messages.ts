import { getToolName, isToolUIPart, type UIMessage } from "ai";
import { reasons } from "./reasons.ts";

export interface Conversation {
  id: string;
  messages: UIMessage[];
}

type Part = UIMessage["parts"][number];
type ToolPart = Extract<Part, { toolCallId: string }>;
type Question = Extract<ToolPart, { state: "approval-requested" }>;

/** The answer of a person to the question whether a call is allowed to run. */
export interface Answer {
  approvalId: string;
  approved: boolean;
  /** The params that the person wants instead. The original call then counts as denied. */
  params?: Record<string, unknown> | undefined;
}

export interface Call {
  toolName: string;
  input: unknown;
}

/**
 * Adds a text of the person, and denies the calls whose questions are still open. A page that does not know whether the
 * text has arrived sends it again with the same id, so a text that is known is not added again.
 */
export function addText({ messages }: Conversation, id: string, text: string): Call[] {
  if (messages.some((message) => message.id === id)) return [];
  const last = messages.at(-1);
  if (last)
    last.parts = last.parts.map((part) =>
      isQuestion(part)
        ? {
            ...part,
            state: "output-denied",
            approval: { ...part.approval, approved: false, reason: reasons.notAnswered },
          }
        : part,
    );
  messages.push({ id, role: "user", parts: [{ type: "text", text }] });
  return [];
}

/**
 * Adds the answers to all open questions. Returns the new calls with the params that the person has changed. If these
 * questions are no longer open, for example because the person has answered in another tab, returns undefined.
 */
export function addAnswers({ messages }: Conversation, answers: readonly Answer[]): Call[] | undefined {
  const last = messages.at(-1);
  const questions = last?.parts.filter(isQuestion) ?? [];
  const given = new Map(answers.map((answer) => [answer.approvalId, answer]));
  const fits =
    answers.length === questions.length && questions.every(({ approval }) => given.has(approval.id));
  if (!last || questions.length === 0 || !fits) return undefined;
  last.parts = last.parts.map((part) => {
    if (!isQuestion(part)) return part;
    const { approved, params } = given.get(part.approval.id)!;
    const decision =
      approved && !params
        ? { approved: true }
        : { approved: false, reason: params ? reasons.changed : reasons.denied };
    return { ...part, state: "approval-responded", approval: { ...part.approval, ...decision } };
  });
  return questions.flatMap((part) => {
    const { params } = given.get(part.approval.id)!;
    return params ? [{ toolName: getToolName(part), input: { ...(part.input as object), params } }] : [];
  });
}

/** Returns whether the last message asks the person something. */
export const hasQuestion = (messages: readonly UIMessage[]): boolean =>
  messages.at(-1)?.parts.some(isQuestion) ?? false;

/** Returns the messages to keep when an answer has ended. A call that was stopped before its result gets an error. */
export const withoutOpenCalls = (messages: readonly UIMessage[]): UIMessage[] =>
  messages
    .map((message) => ({
      ...message,
      parts: message.parts
        .filter((part) => !isToolUIPart(part) || part.state !== "input-streaming")
        .map((part): Part => (isToolUIPart(part) && isRunning(part) ? stopped(part) : part)),
    }))
    .filter(({ parts }) => parts.length > 0);

const isQuestion = (part: Part): part is Question =>
  isToolUIPart(part) && part.state === "approval-requested";

const isRunning = ({ state }: ToolPart) => state === "input-available" || state === "approval-responded";

const stopped = ({ type, toolCallId, input, ...part }: ToolPart): ToolPart =>
  ({
    type,
    toolCallId,
    input,
    ...("toolName" in part ? { toolName: part.toolName } : {}),
    state: "output-error",
    errorText: "Stopped before the result arrived. If this call writes, the write may have been done.",
  }) as ToolPart;
