import { LLMock } from "@copilotkit/aimock";
import { onTestFinished } from "vitest";
import type { ModelCall, Script } from "../../examples/agent/task.ts";

export interface ScriptedProvider {
  url: string;
  /** Returns the number of requests so far. */
  requests: () => number;
  /** Returns the tool results in the latest request. */
  results: () => string[];
}

/**
 * Starts a simulated provider on loopback, whose model follows a script. For each request, the script runs again from
 * its start with the results in the request. `callsAtOnce`: the number of calls in one turn of the model. The script
 * must not need the results of earlier calls of this turn.
 */
export async function scriptedProvider(
  start: (prompt: string) => Script,
  { callsAtOnce = 1 } = {},
): Promise<ScriptedProvider> {
  const mock = new LLMock({ port: 0, strict: true });
  let requests = 0;
  let results: string[] = [];
  mock.on({ predicate: () => true }, (request) => {
    requests++;
    results = request.messages.filter(({ role }) => role === "tool").map(({ content }) => String(content));
    const script = start(String(request.messages.find(({ role }) => role === "user")?.content));
    let step: IteratorResult<ModelCall, string> = script.next("");
    for (const content of results) step = script.next(content);
    if (step.done) return { content: step.value };
    const calls = [step.value];
    while (calls.length < callsAtOnce) {
      const next = script.next("");
      if (next.done) break;
      calls.push(next.value);
    }
    return {
      toolCalls: calls.map((call, index) => ({
        name: request.tools?.[0]?.function.name ?? "slack",
        arguments: JSON.stringify(call),
        id: `call_${results.length + index + 1}`,
      })),
      // The real Gemini ends a turn with STOP. By default, the mock uses a value that does not exist in Gemini's API.
      ...(/gemini/.test(request.model) ? { finishReason: "stop" } : {}),
    };
  });
  await mock.start();
  onTestFinished(() => mock.stop());
  return { url: mock.url, requests: () => requests, results: () => results };
}
