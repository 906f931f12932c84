import { expect, test } from "vitest";
import { largeConnector } from "../../fixtures/large-connector.ts";

async function cpuTime(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

// Quadratic work would take 25 times as long for five times as many actions. The limits leave room for noise.
test.each([
  ["ten actions in each entity", 10],
  ["one action in each entity", 1],
  ["all actions in one entity", 5000],
])(
  "the time for a tool, a search and a wrong name grows with the number of actions: %s",
  async (_name, perEntity) => {
    const open = async (count: number) => {
      const { connector } = largeConnector(count, perEntity);
      const { entities } = await connector.describe();
      const names = Object.entries(entities).flatMap(([entity, actions]) =>
        Object.keys(actions).map((action) => `${entity}.${action}`),
      );
      return { connector, names, tool: await connector.tool() };
    };
    const small = await open(1000);
    const large = await open(5000);
    for (const work of [
      ({ connector }) => connector.tool(),
      ({ connector }) => connector.tools({ shape: "per-action" }),
      ({ connector, names }) => connector.tool({ exclude: names.slice(1), descriptionBudget: 1500 }),
      ({ tool }) => tool.call({ entity: "connector", action: "search", params: { query: "archive things" } }),
      ({ tool }) => tool.call({ entity: "connector", action: "describe" }),
      ({ tool }) => tool.call({ entity: "tings_12", action: "lst" }),
    ] as ((opened: typeof small) => unknown)[]) {
      // Garbage collection and the compiler of V8 make single runs slow, so the shortest of up to ten runs counts.
      let [of1000, of5000] = [Infinity, Infinity];
      const ratio = () => of5000 / Math.max(of1000, 2);
      for (let round = 0; round < 10 && (round < 2 || ratio() >= 16); round++) {
        of1000 = Math.min(of1000, await cpuTime(() => work(small)));
        of5000 = Math.min(of5000, await cpuTime(() => work(large)));
      }
      expect(ratio(), `${of1000} ms, ${of5000} ms: ${String(work)}`).toBeLessThan(16);
    }
  },
);
