import { JsonToSseTransformStream, UI_MESSAGE_STREAM_HEADERS, type UIMessage, type UIMessageChunk } from "ai";

/** An answer that is being written. */
export interface RunningAnswer {
  /** The messages of the conversation when the answer began. */
  messages: UIMessage[];
  /** Returns the whole answer so far, and then what comes. */
  response(): Response;
  /** Ends the answer. Resolves when its messages are kept. */
  stop(): Promise<void>;
}

/**
 * Keeps the answers that are being written in memory, by the id of their conversation. Thus a page that was reloaded receives
 * the rest of an answer, and a closed page does not end one.
 */
export function runningAnswers() {
  const answers = new Map<string, RunningAnswer>();
  return {
    find: (conversationId: string): RunningAnswer | undefined => answers.get(conversationId),
    /** Ends all answers, so that their messages are kept before the process ends. */
    close: () => Promise.all([...answers.values()].map((answer) => answer.stop())),
    /** Starts an answer. `write` returns its stream, and gets a signal that is aborted when the person presses Stop. */
    start(
      conversationId: string,
      messages: UIMessage[],
      write: (signal: AbortSignal) => ReadableStream<UIMessageChunk>,
    ): RunningAnswer {
      const aborted = new AbortController();
      const chunks: string[] = [];
      let isDone = false;
      let next = Promise.withResolvers<void>();
      const wake = () => {
        next.resolve();
        next = Promise.withResolvers();
      };
      const read = async () => {
        for await (const chunk of write(aborted.signal).pipeThrough(new JsonToSseTransformStream())) {
          chunks.push(chunk);
          wake();
        }
      };
      const done = read()
        .catch(console.error)
        .finally(() => {
          isDone = true;
          answers.delete(conversationId);
          wake();
        });
      async function* fromTheStart() {
        for (let at = 0; ;) {
          if (at < chunks.length) yield chunks[at++]!;
          else if (isDone) return;
          else await next.promise;
        }
      }
      const answer: RunningAnswer = {
        messages,
        response: () =>
          new Response(ReadableStream.from(fromTheStart()).pipeThrough(new TextEncoderStream()), {
            headers: UI_MESSAGE_STREAM_HEADERS,
          }),
        stop() {
          aborted.abort();
          return done;
        },
      };
      answers.set(conversationId, answer);
      return answer;
    },
  };
}
export type RunningAnswers = ReturnType<typeof runningAnswers>;
