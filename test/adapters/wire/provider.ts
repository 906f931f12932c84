import { LLMock } from "@copilotkit/aimock";

// Kept, since a test may put the capturing fetch in its place for a client that takes none.
const realFetch = globalThis.fetch;

/** The arguments of a turn's one call. */
export type Step = object;

export interface Provider extends AsyncDisposable {
  url: string;
  /** Hand it to a client as its fetch: `bodies` are the requests as they left, parsed. */
  fetch: typeof fetch;
  bodies: Record<string, unknown>[];
}

/** A provider on loopback whose model makes these calls, one step a turn, and then ends. */
export async function provider(steps: readonly Step[], end = "done"): Promise<Provider> {
  const mock = new LLMock({ port: 0, strict: true });
  let id = 0;
  mock.on({ predicate: () => true }, (request) => {
    const step = steps[request.messages.filter(({ role }) => role === "tool").length];
    if (!step) return { content: end };
    const toolCalls = [{ name: "slack", arguments: JSON.stringify(step), id: `call_${++id}` }];
    // The real Gemini ends a turn of calls with STOP; the mock's own word is none of its API.
    return { toolCalls, ...(/gemini/.test(request.model) ? { finishReason: "stop" } : {}) };
  });
  await mock.start();
  const bodies: Record<string, unknown>[] = [];
  return {
    url: mock.url,
    bodies,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      bodies.push((await request.clone().json()) as Record<string, unknown>);
      return realFetch(request);
    },
    [Symbol.asyncDispose]: async () => {
      await mock.stop();
    },
  };
}

/** The story that every client is taken through: a success, a call that is invalid, its repair, a platform's refusal. */
export const story: readonly Step[] = [
  { entity: "channels", action: "list", params: { limit: 1 } },
  { entity: "channel_messages", action: "list", params: { chanel: "C07A1QW2ER3" } },
  { entity: "channel_messages", action: "list", params: { channel: "C07A1QW2ER3", limit: 1 } },
  { entity: "channels", action: "get", params: { channel: "C0NOSUCHONE" } },
];
