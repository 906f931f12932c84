import { Chat as ChatState, useChat } from "@ai-sdk/react";
import {
  DefaultChatTransport,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type ChatStatus,
  type UIMessage,
} from "ai";
import { useEffect, useRef, useState } from "react";
import { reasons } from "../reasons.ts";
import { Composer } from "./composer.tsx";
import { Message } from "./message.tsx";
import { get, type Conversation } from "./server.ts";
import type { Decide } from "./tool-card.tsx";

type Params = Record<string, unknown>;

interface Props {
  id: string;
  first: Conversation;
  suggestions: string[];
}

export function Chat({ id, first, suggestions }: Props) {
  const changedParams = useRef(new Map<string, Params | undefined>());
  const [problem, setProblem] = useState("");
  const path = `/api/conversations/${id}`;

  const open = (messages: UIMessage[]) =>
    new ChatState({
      id,
      messages,
      // The server has the conversation, so the page sends only what is new.
      transport: new DefaultChatTransport({
        api: path,
        prepareSendMessagesRequest: ({ messages }) => ({
          body: newIn(messages.at(-1)!, changedParams.current),
        }),
      }),
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      onError: (error) => setProblem(inWords(error)),
      onFinish: ({ isAbort, isDisconnect, isError }) => {
        if (isAbort || isDisconnect || isError) reload();
      },
    });
  const [chat, setChat] = useState(() => open(first.messages));
  const live = useRef(chat);
  // Counts the texts and answers of the person. If the number changes during `load`, the loaded messages are outdated.
  const acts = useRef(0);
  const { messages, status, stop } = useChat({ chat });
  const [waiting, setWaiting] = useState(first.running);
  const busy = waiting || isBusy(status);

  /**
   * Gets the conversation from the server. If the server is writing an answer, gets the conversation again when the
   * answer has ended.
   */
  const reload = () => void load().catch((error: Error) => setProblem(inWords(error)));
  const load = async () => {
    const actsBefore = acts.current;
    for (const query of ["", "?ended"]) {
      const { messages, running } = await get<Conversation>(path + query);
      if (acts.current !== actsBefore || isBusy(live.current.status)) return;
      live.current = open(messages);
      setChat(live.current);
      setWaiting(running);
      if (!running) return;
    }
  };
  useEffect(() => {
    if (first.running) reload();
    // Another tab can have changed the conversation.
    addEventListener("focus", reload);
    return () => removeEventListener("focus", reload);
  }, []);
  // A browser can keep a page alive after the person has left it, so leaving must stop the answer.
  useEffect(() => {
    const onLeave = () => void chat.stop();
    addEventListener("pagehide", onLeave);
    return () => removeEventListener("pagehide", onLeave);
  }, [chat]);
  useEffect(() => {
    document.documentElement.scrollTo({ top: document.documentElement.scrollHeight });
  }, [messages]);

  const ask = (text: string) => {
    acts.current++;
    setProblem("");
    void live.current.sendMessage({ text });
  };
  const decide: Decide = (id, approved, params) => {
    acts.current++;
    setProblem("");
    changedParams.current.set(id, params);
    const reason = params ? reasons.changed : reasons.denied;
    void live.current.addToolApprovalResponse({ id, approved, ...(approved ? {} : { reason }) });
  };
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
      {problem && <p role="alert">{problem}</p>}
      <Composer
        busy={busy}
        suggestions={messages.length === 0 ? suggestions : []}
        ask={ask}
        stop={() => void stop()}
      />
    </main>
  );
}

/** Returns what the server does not know yet: a text, or the answers to the open questions. */
function newIn({ role, parts }: UIMessage, changedParams: Map<string, Params | undefined>): object {
  if (role === "user") return { text: parts.map((part) => (part.type === "text" ? part.text : "")).join("") };
  const answers = parts
    .filter((part) => isToolUIPart(part))
    .filter(({ state }) => state === "approval-responded")
    .map(({ approval }) => ({
      approvalId: approval!.id,
      approved: approval!.approved,
      params: changedParams.get(approval!.id),
    }));
  return { answers };
}

/** Browsers report a lost connection as a `TypeError` with words of their own. */
const inWords = (error: Error) =>
  error instanceof TypeError
    ? "The server cannot be reached. Check your connection, and then send your message again."
    : error.message;

const isBusy = (status: ChatStatus) => status === "submitted" || status === "streaming";

const hasQuestion = (messages: UIMessage[]) =>
  messages.at(-1)?.parts.some((part) => isToolUIPart(part) && part.state === "approval-requested") ?? false;
