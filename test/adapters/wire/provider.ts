import { LLMock } from "@copilotkit/aimock";

// A test can replace the global `fetch`, so this keeps the original.
const realFetch = globalThis.fetch;

/** The arguments of the only call of a turn. */
export type Step = object;

export interface Provider extends AsyncDisposable {
  url: string;
  /** Returns a fetch for a client. `bodies` are the parsed requests. */
  fetch: typeof fetch;
  bodies: Record<string, unknown>[];
}

/**
 * Starts a simulated provider on loopback. The model of this provider makes these calls, one per turn, and then ends.
 */
export async function provider(steps: readonly Step[], end = "done"): Promise<Provider> {
  const mock = new LLMock({ port: 0, strict: true });
  let id = 0;
  mock.on({ predicate: () => true }, (request) => {
    const step = steps[request.messages.filter(({ role }) => role === "tool").length];
    if (!step) return { content: end };
    const toolCalls = [{ name: "slack", arguments: JSON.stringify(step), id: `call_${++id}` }];
    // The real Gemini ends a turn with STOP. By default, the mock uses a value that does not exist in Gemini's API.
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

/** The calls for every client: a success, an invalid call, the corrected call, and an error of the platform. */
export const story: readonly Step[] = [
  { entity: "channels", action: "list", params: { limit: 1 } },
  { entity: "channel_messages", action: "list", params: { chanel: "C07A1QW2ER3" } },
  { entity: "channel_messages", action: "list", params: { channel: "C07A1QW2ER3", limit: 1 } },
  { entity: "channels", action: "get", params: { channel: "C0NOSUCHONE" } },
];
