import assert from "node:assert/strict";
import { Agent, type ToolsInput } from "@mastra/core/agent";
import { agentTools } from "agent-connectors";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { genkit } from "genkit";

// Runs the code of docs/other-frameworks.md with scripted models. `npm run check:versions -- "other frameworks"` runs this program in a
// folder with the frameworks, which are too large for the dependencies of this package.

const sandbox = slackSandbox({ rateLimits: false });
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
const list = { entity: "channels", action: "list", params: { limit: 1 } };

/** A model of the AI SDK that makes one call and then says done. Collects the prompts. */
function scripted(input: object) {
  const prompts: string[] = [];
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const model = {
    specificationVersion: "v2" as const,
    provider: "test",
    modelId: "test",
    supportedUrls: {},
    doStream: () => Promise.reject(new Error("Mastra's generate does not stream.")),
    async doGenerate({ prompt }: { prompt: unknown }) {
      const isFirst = prompts.push(JSON.stringify(prompt)) === 1;
      const call = {
        type: "tool-call",
        toolCallId: "call_1",
        toolName: "slack",
        input: JSON.stringify(input),
      };
      return {
        content: isFirst ? [call] : [{ type: "text", text: "Done." }],
        finishReason: isFirst ? "tool-calls" : "stop",
        usage,
        warnings: [],
      };
    },
  };
  return { model, prompts };
}

// Mastra: the tools of the AI SDK.
{
  const run = async (input: object, tools: Awaited<ReturnType<typeof agentTools>>) => {
    const { model, prompts } = scripted(input);
    const agent = new Agent({
      id: "assistant",
      name: "Assistant",
      instructions: "Help with Slack.",
      model: model as never,
      tools: (await aiSdkTools(tools)) as object as ToolsInput,
    });
    const { text } = await agent.generate("Go");
    assert.equal(text, "Done.");
    return prompts.at(-1)!;
  };
  const tools = await agentTools(slack);
  assert.match(await run(list, tools), /rows/);
  console.log("Mastra: ok");
}

// Genkit: a function per tool.
{
  const ai = genkit({});
  let turns = 0;
  const model = ai.defineModel({ name: "test", supports: { tools: true } }, async ({ tools }) => {
    assert.equal(tools?.[0]?.name, "slack");
    const content =
      turns++ === 0 ? [{ toolRequest: { name: "slack", ref: "call_1", input: list } }] : [{ text: "Done." }];
    return { message: { role: "model", content }, finishReason: "stop" };
  });
  const tools = (await agentTools(slack)).map(({ name, description, inputSchema, call }) =>
    ai.dynamicTool({ name, description, inputJsonSchema: inputSchema as object }, async (input: unknown) => {
      const { text } = await call(input);
      return text;
    }),
  );
  const { text, messages } = await ai.generate({ model, prompt: "Go", tools });
  assert.equal(text, "Done.");
  assert.match(JSON.stringify(messages), /rows/);
  console.log("Genkit: ok");
}
process.exit();
