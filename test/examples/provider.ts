import { LLMock } from "@copilotkit/aimock";
import { onTestFinished } from "vitest";
import type { ModelCall, Script } from "../../examples/agent/task.ts";

export interface ScriptedProvider {
  url: string;
  /** How many requests came in. */
  requests: () => number;
  /** The tool results that the latest request held. */
  results: () => string[];
}

/** A provider's server on loopback whose model follows a script: it replays it over the results that it is sent. */
export async function scriptedProvider(start: (prompt: string) => Script): Promise<ScriptedProvider> {
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
    return {
      toolCalls: [
        {
          name: request.tools?.[0]?.function.name ?? "slack",
          arguments: JSON.stringify(step.value),
          id: `call_${results.length + 1}`,
        },
      ],
      // The real Gemini ends a turn of calls with STOP; the mock's own word is none of its API.
      ...(/gemini/.test(request.model) ? { finishReason: "stop" } : {}),
    };
  });
  await mock.start();
  onTestFinished(() => mock.stop());
  return { url: mock.url, requests: () => requests, results: () => results };
}
