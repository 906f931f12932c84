import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { generateId, getToolName, isToolUIPart, type UIMessage } from "ai";
import { reasons } from "./reasons.ts";

export interface Conversation {
  id: string;
  personId: string;
  messages: UIMessage[];
  /** Pending while an answer is being written. */
  running?: Promise<void> | undefined;
}

/** Keeps the conversations in memory, and in files of a folder, so that a question waits for its answer after a restart. */
export function conversationStore(directory: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const kept = readdirSync(directory).filter((name) => name.endsWith(".json"));
  const conversations = new Map<string, Conversation>();
  for (const name of kept) {
    const found = JSON.parse(readFileSync(`${directory}/${name}`, "utf8")) as Conversation;
    conversations.set(found.id, found);
  }
  return {
    create(personId: string): Conversation {
      const conversation = { id: crypto.randomUUID(), personId, messages: [] };
      conversations.set(conversation.id, conversation);
      return conversation;
    },
    /**
     * Keeps the messages of a conversation. Call it when an answer has ended: if the process ends before, the question is still open,
     * and a second answer of the person does not run the call twice.
     */
    save({ id, personId, messages }: Conversation): void {
      const file = `${directory}/${id}.json`;
      writeFileSync(`${file}.new`, JSON.stringify({ id, personId, messages }), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    /** Returns a conversation if it belongs to this person. */
    find(id: string, personId: string): Conversation | undefined {
      const conversation = conversations.get(id);
      return conversation?.personId === personId ? conversation : undefined;
    },
    /** Returns the conversations of a person. The newest is the first. */
    list: (personId: string): Conversation[] =>
      [...conversations.values()].filter((one) => one.personId === personId).reverse(),
  };
}
export type ConversationStore = ReturnType<typeof conversationStore>;

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

/** Adds a text of the person. Denies the calls whose questions are still open. */
export function addText({ messages }: Conversation, text: string): Call[] {
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
  messages.push({ id: generateId(), role: "user", parts: [{ type: "text", text }] });
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

export const textOf = (message: UIMessage | undefined): string =>
  (message?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");

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
