import { Chat, useChat } from "@ai-sdk/react";
import { APICallError, DefaultChatTransport, generateId, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses, type ChatStatus, type UIMessage } from "ai"; // prettier-ignore
import { useEffect, useRef, useState } from "react";
import { hasQuestion } from "../messages.ts";
import { reasons } from "../reasons.ts";
import { get, inWords, send, type Conversation } from "./server.ts";
import type { Decide } from "./tool-card.tsx";

type Params = Record<string, unknown>;

interface Problem {
  text: string;
  /** Whether it can help to try again. */
  again: boolean;
  /** Whether the answer has ended with an error of the model. */
  hasFailed?: boolean;
}

/** The conversation that the server keeps, and what the person can do with it. */
export function useConversation(id: string, isNew: boolean) {
  const path = `/api/conversations/${id}`;
  const changedParams = useRef(new Map<string, Params | undefined>());
  const [problem, setProblem] = useState<Problem>();
  /** The latest text of the person. After a lost connection, the server may not have it. */
  const latest = useRef<UIMessage>(undefined);

  const open = (messages: UIMessage[]) =>
    new Chat({
      id,
      messages,
      transport: new DefaultChatTransport({
        api: path,
        // The server has the conversation, so the page sends only what is new.
        prepareSendMessagesRequest: ({ messages }) => ({
          body: newIn(messages.at(-1)!, changedParams.current),
        }),
        prepareReconnectToStreamRequest: () => ({ api: `${path}/stream` }),
        // An answer can go on with a message that the page already has. The stream contains only what is new in it.
        resumeStreamIsReplay: false,
      }),
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      // The server refuses with an `APICallError`, and a lost connection is a `TypeError`.
      onError: (error) =>
        setProblem({
          text: inWords(error),
          again: !APICallError.isInstance(error),
          hasFailed: !APICallError.isInstance(error) && !(error instanceof TypeError),
        }),
      onFinish: ({ isError, finishReason }) => {
        // The answer was stopped, or the connection was lost.
        if (isError || finishReason === undefined) void load(true);
      },
    });
  const [chat, setChat] = useState(() => open([]));
  const live = useRef(chat);
  const { messages, status } = useChat({ chat });
  // Counts the texts and answers of the person. If the number changes during `load`, the loaded messages are outdated.
  const acts = useRef(0);

  /** Gets the conversation from the server. If the server is writing an answer, the page receives it from its start. */
  const load = async (isLost = false): Promise<boolean> => {
    const actsBefore = acts.current;
    try {
      const isEmpty = isNew && !latest.current;
      const { messages, running } = isEmpty
        ? { messages: [], running: false }
        : await get<Conversation>(path);
      if (acts.current !== actsBefore || (!isLost && isBusy(live.current.status))) return false;
      const text = latest.current;
      const isMissing = text !== undefined && !messages.some((message) => message.id === text.id);
      live.current = open(isMissing ? [...messages, text] : messages);
      setChat(live.current);
      if (running) {
        // What the server has refused, the person must still read.
        setProblem((before) => (before?.again ? undefined : before));
        const resumed = live.current;
        // The answer can end before the page asks for its stream.
        void resumed.resumeStream().then(() => resumed === live.current && load());
      } else if (isMissing || messages.at(-1)?.role === "user")
        setProblem((before) => before ?? { text: "This message has no answer.", again: true });
      return !running;
    } catch (error) {
      setProblem({ text: inWords(error), again: error instanceof TypeError });
      return false;
    }
  };
  useEffect(() => {
    void load();
    // Another tab can have changed the conversation, and a lost connection can be back.
    const events = ["focus", "online"];
    const onEvent = () => void load();
    for (const event of events) addEventListener(event, onEvent);
    return () => events.forEach((event) => removeEventListener(event, onEvent));
  }, []);

  const act = () => {
    acts.current++;
    setProblem(undefined);
  };
  const decide: Decide = (approvalId, approved, params) => {
    act();
    changedParams.current.set(approvalId, params);
    const reason = params ? reasons.changed : reasons.denied;
    void live.current.addToolApprovalResponse({ id: approvalId, approved, ...(approved ? {} : { reason }) });
  };
  return {
    messages,
    problem,
    busy: isBusy(status),
    decide,
    ask(text: string) {
      act();
      latest.current = { id: generateId(), role: "user", parts: [{ type: "text", text }] };
      void live.current.sendMessage(latest.current);
    },
    /** Ends the answer at the server. A closed connection would not end it. */
    stop: () => void send("POST", `${path}/stop`).catch((error: unknown) => setProblem({ text: inWords(error), again: false })), // prettier-ignore
    /** Sends again only what the server does not have. An answer that is being written goes on. */
    async tryAgain() {
      act();
      if (!(await load())) return;
      const { messages, lastMessage } = live.current;
      const canGoOn = problem?.hasFailed === true && !hasQuestion(messages);
      if (lastMessage?.role !== "user" && !canGoOn) return;
      setProblem(undefined);
      void live.current.sendMessage();
    },
  };
}

/** Returns what the server does not know yet: a text, or the answers to the open questions. */
function newIn({ id, role, parts }: UIMessage, changedParams: Map<string, Params | undefined>): object {
  if (role === "user")
    return { id, text: parts.map((part) => (part.type === "text" ? part.text : "")).join("") };
  const answers = parts
    .filter((part) => isToolUIPart(part))
    .filter(({ state }) => state === "approval-responded")
    .map(({ approval }) => ({
      approvalId: approval!.id,
      approved: approval!.approved,
      params: changedParams.get(approval!.id),
    }));
  return answers.length > 0 ? { answers } : { again: true };
}

const isBusy = (status: ChatStatus) => status === "submitted" || status === "streaming";
