import { expect, test } from "vitest";
import { largeConnector } from "../../fixtures/large-connector.ts";

/** Returns the shortest CPU time of several runs, in milliseconds. */
async function fastest(run: () => unknown): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
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
      const [of1000, of5000] = [await fastest(() => work(small)), await fastest(() => work(large))];
      expect(of5000 / Math.max(of1000, 2), `${of1000} ms, ${of5000} ms: ${String(work)}`).toBeLessThan(16);
    }
  },
);
