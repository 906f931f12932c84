import { describe, expect, test } from "vitest";
import type { ActionEntry } from "../../../../src/core/contract/compiled-action.ts";
import { actionToolNames } from "../../../../src/core/tool/offer/tool-name.ts";
import { action, defineConnector } from "../../../../src/index.ts";
import { largeConnector } from "../../../fixtures/large-connector.ts";

const entries = (...names: string[]) =>
  names.map((name) => [...name.split("."), {}] as unknown as ActionEntry);

const long = "security_advisories.create_repository_advisory_cve_request_with_a_very_long_name";

describe("the names of tools for single actions", () => {
  test("a name that fits is not changed", () => {
    const names = actionToolNames("github", entries("issues.create", "pulls.list"));
    expect([...names]).toEqual([
      ["issues.create", "github_issues_create"],
      ["pulls.list", "github_pulls_list"],
    ]);
  });

  test("a longer name is cut after a whole word and gets a hash", () => {
    const name = actionToolNames("github", entries(long)).get(long);
    expect(name).toMatch(/^github_security_advisories_create_repository_advisory_[a-z0-9]{7}$/);
  });

  test("names do not depend on the other actions, and never equal each other", () => {
    const similar = Array.from({ length: 2000 }, (_, index) => `${long}_${index}`);
    const names = actionToolNames("github", entries(...similar, long));
    expect(new Set(names.values()).size).toBe(2001);
    expect(names.get(long)).toBe(actionToolNames("github", entries(long)).get(long));
    for (const name of names.values())
      expect(name).toMatch(/^github_security_advisories_create_[a-z0-9_]{1,40}$/);
    for (const name of names.values()) expect(name.length).toBeLessThanOrEqual(64);
  });

  test("actions that would have the same name get different names", () => {
    const names = actionToolNames("x", entries("user.groups_list", "user_groups.list", "user.get"));
    expect(new Set(names.values()).size).toBe(3);
    expect(names.get("user.get")).toBe("x_user_get");
    expect(names.get("user_groups.list")).toMatch(/^x_user_groups_list_[a-z0-9]{7}$/);
  });

  test("the name of a tool does not depend on which actions are offered", async () => {
    const parts = { description: "List.", params: { type: "object", properties: {} }, effect: "read", calls: "list", example: {} } as const; // prettier-ignore
    const Desk = defineConnector({
      name: "desk",
      title: "Desk",
      endpoint: "https://desk.example",
      auth: {},
      identify: { calls: "list" },
      operations: { list: { method: "GET", path: "/", docs: "https://desk.example/docs" } },
      entities: { user: { groups_list: action(parts) }, user_groups: { list: action(parts) } },
    });
    const namesOf = async (include?: string[]) => {
      const tools = await new Desk().tools({ shape: "per-action", ...(include && { include }) } as object);
      return tools.map(({ name }) => name);
    };
    const all = await namesOf();
    expect(new Set(all).size).toBe(2);
    expect([...(await namesOf(["user.groups_list"])), ...(await namesOf(["user_groups.list"]))]).toEqual(all);
  });

  test("a long prefix is refused only if a name must be shortened", () => {
    const prefix = "a".repeat(45);
    expect(actionToolNames(prefix, entries("issues.create")).get("issues.create")).toHaveLength(59);
    expect(() => actionToolNames(prefix, entries(long))).toThrow("too long for one tool per action");
  });

  test("the tool with the shortened name runs its action", async () => {
    const { connector, calls } = largeConnector(20);
    const tools = await connector.tools({ shape: "per-action", name: `${"large_".repeat(6)}x` });
    const tool = tools.find(({ name }) => name.startsWith(`${"large_".repeat(6)}x_things_1_arch`))!;
    expect(tool.name.length).toBeLessThanOrEqual(64);
    expect(tool.plan({ account: "a" }).resolved).toMatchObject({ entity: "things_1", action: "archive" });
    expect((await tool.call({ account: "a" })).ok).toBe(false);
    expect(calls.sent).toBe(1);
  });
});
