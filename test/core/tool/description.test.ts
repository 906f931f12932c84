import { describe, expect, test } from "vitest";
import { SlackConnector } from "agent-connectors/slack";
import { largeConnector } from "../../fixtures/large-connector.ts";

const findMore = "Find more: entity connector, action search, params {query}.";

describe("the description of a tool", () => {
  test("is never longer than its budget, for any number of actions", async () => {
    for (const count of [10, 60, 300, 1000]) {
      const { connector } = largeConnector(count);
      let longest = 0;
      for (const descriptionBudget of [1, 80, 150, 300, 900, 1500, 4500, 15_000, 60_000, 1e6]) {
        const { description } = await connector.tool({ descriptionBudget });
        expect(description.length).toBeLessThanOrEqual(descriptionBudget);
        expect(description.length).toBeGreaterThanOrEqual(longest);
        longest = description.length;
      }
      expect(longest).toBeGreaterThan(count * 20);
    }
  });

  test("uses all but 100 characters of its budget", async () => {
    const { connector } = largeConnector(1000);
    for (const descriptionBudget of [900, 1500, 4500, 15_000]) {
      const { description } = await connector.tool({ descriptionBudget });
      expect(description.length).toBeGreaterThan(descriptionBudget - 100);
    }
  });

  test("has at most 4,500 characters by default", async () => {
    const { connector } = largeConnector(1000);
    const { description } = await connector.tool();
    expect(description.length).toBeGreaterThan(4400);
    expect(description.length).toBeLessThanOrEqual(4500);
  });

  test("names entities first, then shows common actions, and says how to find the others", async () => {
    const { connector } = largeConnector(1000);
    const text = async (descriptionBudget: number) =>
      (await connector.tool({ descriptionBudget })).description;
    const small = await text(900);
    expect(small).toContain("\nOther entities: things_0, things_1, ");
    expect(small).toContain(", …\n");
    expect(small).not.toContain("(account");
    const medium = await text(4500);
    expect(medium).toContain("things_0: list(account, id?, state?: ready|waiting, note?)\n");
    expect(medium).toMatch(/\nOther entities: (?:things_\d+, )+things_99\n/);
    const large = await text(7000);
    expect(large).toContain("things_0: list(account, id?, state?: ready|waiting, note?), get(account");
    expect(large).not.toContain("Other entities");
    for (const part of [small, medium, large]) expect(part).toContain(findMore);
    expect(await text(1e6)).not.toContain(findMore);
  });

  test("contains the name of every action if there is room, and then needs no search", async () => {
    const { connector } = largeConnector(300);
    const { description } = await connector.tool({ descriptionBudget: 6000 });
    expect(description).toContain("things_0: list(account");
    expect(description).toContain(
      "things_29: list, get, create, update, archive, restore, copy, lock, export\n",
    );
    expect(description).not.toContain(findMore);
  });

  test("a split tool and an allow-list keep to the budget too", async () => {
    const { connector } = largeConnector(1000);
    for (const tool of await connector.tools({ split: true, descriptionBudget: 2000 }))
      expect(tool.description.length).toBeLessThanOrEqual(2000);
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } });
    const channel = Array.from({ length: 50 }, (_, index) => `C0${String(index).padStart(8, "0")}`);
    for (const descriptionBudget of [100, 400, 1000, 2000]) {
      const { description } = await slack.tool({ only: { channel }, descriptionBudget });
      expect(description.length).toBeLessThanOrEqual(descriptionBudget);
    }
  });
});

describe("the schema of the arguments", () => {
  const enums = async (count: number, descriptionBudget?: number) => {
    const { connector } = largeConnector(count);
    const { entity, action } = (await connector.tool({ descriptionBudget })).inputSchema.properties!;
    return [entity!.enum?.length, action!.enum?.length];
  };

  test("lists the names of up to 60 actions", async () => {
    // The tool does not offer the destructive action of each entity.
    expect(await enums(60, 300)).toEqual([7, 10]);
    expect(await enums(66, 300)).toEqual([8, 10]);
  });

  test("does not list the names of more actions, unless the description contains all signatures", async () => {
    expect(await enums(70, 300)).toEqual([undefined, undefined]);
    expect(await enums(1000)).toEqual([undefined, undefined]);
    expect(await enums(70, 100_000)).toEqual([8, 10]);
  });

  test("does not grow with the number of actions", async () => {
    const { connector } = largeConnector(1000);
    expect(JSON.stringify((await connector.tool()).inputSchema).length).toBeLessThan(300);
  });
});
