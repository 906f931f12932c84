import { Agent, Runner, RunState, type Model } from "@openai/agents-core";
import { agentTools, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { openAIAgentsTools } from "agent-connectors/openai-agents";
import { expect, test } from "vitest";
import { testAdapter } from "../suites/adapter.ts";
import { firstChannels, openInProcess } from "../suites/adapter/bench.ts";
import { agentsLoop, resultsIn, scriptedAgentsModel } from "./agents-model.ts";

const runner = new Runner({ tracingDisabled: true });

testAdapter(agentsLoop, openInProcess);

test("a run stops before a write, and another process runs the write once a person has agreed", async () => {
  const { connector, sandbox } = await openInProcess();
  const [channel] = firstChannels(sandbox);
  const tools = await agentTools(connector);
  const store = memoryStore();
  const open = async (model: Model) => {
    const asking = approvals(tools, { scope: "run 1", store });
    return {
      asking,
      agent: new Agent({ name: "test", model, tools: await openAIAgentsTools(asking) }),
    };
  };
  const args = { entity: "messages", action: "create", params: { channel, text: "Hi" } };
  const list = { entity: "channels", action: "list", params: { limit: 1 } };
  const first = await open(
    scriptedAgentsModel([[{ id: "r1", args: list }], [{ id: "w1", args }]], "slack").model,
  );
  const paused = await runner.run(first.agent, "Go.");
  expect(paused.interruptions).toHaveLength(1);
  const { callId, arguments: input } = paused.interruptions[0]!.rawItem as {
    callId: string;
    arguments: string;
  };
  expect(await first.asking[0]!.decide(JSON.parse(input), { callId })).toMatchObject({
    status: "ask",
    reason: expect.stringContaining(`Where: #general (${channel})`),
  });
  const resume = async (text: string) => {
    const { model, inputs } = scriptedAgentsModel([], "slack");
    const { agent } = await open(model);
    const state = await RunState.fromString(agent, text);
    for (const item of state.getInterruptions()) state.approve(item);
    await runner.run(agent, state);
    return resultsIn(inputs).find((item) => item.callId === "w1")!.output!.text;
  };
  const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
  const state = paused.state.toString();
  const edited = state.replaceAll(String.raw`\"Hi\"`, String.raw`\"Ho\"`);
  expect(edited).not.toBe(state);
  expect(await resume(edited)).toContain("The arguments differ");
  expect(posts()).toBe(0);
  const [text, again] = [await resume(state), await resume(state)];
  expect(JSON.parse(text)).toHaveProperty("data.ts");
  expect(again).toBe(text);
  expect(posts()).toBe(1);
});
