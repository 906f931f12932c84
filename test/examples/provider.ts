import { LLMock } from "@copilotkit/aimock";
import { onTestFinished } from "vitest";
import type { ModelCall, Script } from "../../examples/agent/task.ts";

/** A provider's server on loopback whose model follows a script: it replays it over the results that it is sent. */
export async function scriptedProvider(
  start: (prompt: string) => Script,
): Promise<{ url: string; requests: () => number }> {
  const mock = new LLMock({ port: 0, strict: true });
  let requests = 0;
  mock.on({ predicate: () => true }, (request) => {
    requests++;
    const results = request.messages.filter(({ role }) => role === "tool");
    const script = start(String(request.messages.find(({ role }) => role === "user")?.content));
    let step: IteratorResult<ModelCall, string> = script.next("");
    for (const { content } of results) step = script.next(String(content));
    if (step.done) return { content: step.value };
    return {
      toolCalls: [
        {
          name: request.tools?.[0]?.function.name ?? "slack",
          arguments: JSON.stringify(step.value),
          id: `call_${results.length + 1}`,
        },
      ],
    };
  });
  await mock.start();
  onTestFinished(() => mock.stop());
  return { url: mock.url, requests: () => requests };
}
