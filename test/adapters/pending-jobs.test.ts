import { aiSdkTools } from "agent-connectors/ai-sdk";
import { langChainTools } from "agent-connectors/langchain";
import { openAIAgentsTools } from "agent-connectors/openai-agents";
import { expect, test } from "vitest";
import { testClock } from "../fixtures/clock.ts";
import { openShop, printShop } from "../core/job/print-shop.ts";
import { connect, revisions } from "./mcp-loop.ts";

// A model of every framework reads that a job is pending, and later its outcome.

type Call = (args: Record<string, unknown>) => Promise<unknown>;
type Shop = ReturnType<typeof openShop>;

const frameworks: [string, (shop: Shop) => Promise<Call>][] = [
  [
    "the AI SDK",
    async (shop) => {
      const { print_shop: tool } = await aiSdkTools(shop);
      const options = { toolCallId: "c1", messages: [], context: undefined };
      return async (args) => tool!.execute!(args, options);
    },
  ],
  [
    "LangChain",
    async (shop) => {
      const [tool] = await langChainTools(shop);
      return async (args) => tool!.invoke(args);
    },
  ],
  [
    "the OpenAI Agents SDK",
    async (shop) => {
      const [tool] = await openAIAgentsTools(shop);
      return async (args) => tool!.invoke({} as never, JSON.stringify(args));
    },
  ],
  ...revisions.map((revision): [string, (shop: Shop) => Promise<Call>] => [
    `MCP ${revision}`,
    async (shop) => {
      const { client } = await connect(shop, {}, revision);
      return async (args) => client.callTool({ name: "print_shop_read", arguments: args });
    },
  ]),
];

test.each(frameworks)("%s", async (_name, open) => {
  const clock = testClock();
  const shop = printShop(clock);
  const call = await open(openShop(shop, clock));
  const order = { entity: "prints", action: "order", params: { book: "Emma" } };
  const told = JSON.stringify(await call(order));
  expect(told).toContain("job_pending");
  const [id] = /job_[0-9a-f]{32}/.exec(told)!;
  await clock.sleep(3_600_000);
  const outcome = { entity: "connector", action: "outcome", params: { id } };
  expect(JSON.stringify(await call(outcome))).toContain("p1");
  expect(shop.state.ordered).toBe(1);
});
