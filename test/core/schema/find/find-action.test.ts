import { expect, test } from "vitest";
import { action } from "../../../../src/core/contract/action.ts";
import type { ActionEntry } from "../../../../src/core/contract/compiled-action.ts";
import type { ConnectorDefinition } from "../../../../src/core/contract/definition.ts";
import { ConnectorError } from "../../../../src/core/ground/errors.ts";
import { createFind } from "../../../../src/core/schema/find/find-action.ts";

const entries = (names: readonly string[]): ActionEntry[] =>
  names.map((name) => {
    const [entity = "", verb = ""] = name.split(".");
    const spec = { params: {}, effect: "read", example: {} } as const;
    return [entity, verb, action({ ...spec, description: "Do it.", calls: `op-${name}` })];
  });

const finder = (names: readonly string[], actionAliases = {}) =>
  createFind({ title: "Acme", actionAliases } as unknown as ConnectorDefinition, entries(names));

const refusal = (run: () => unknown): ConnectorError => {
  try {
    run();
  } catch (error) {
    if (ConnectorError.is(error)) return error;
  }
  throw new Error("The call was not refused.");
};

test("an action is found by exact names, other spellings, an alias and an operation", () => {
  const find = finder(["user_groups.list", "users.list"], { "groups.all": "user_groups.list" });
  for (const [entity, verb] of [
    ["user_groups", "list"],
    ["UserGroups", "List"],
    ["groups", "all"],
    ["op-user_groups", "list"],
  ] as const) {
    const notes: string[] = [];
    expect(find(entity, verb, notes)).toMatchObject({ entity: "user_groups", action: "list" });
    expect(notes).toHaveLength(entity === "user_groups" ? 0 : 1);
  }
});

test("a hint lists all of a few names, and the first 60 of thousands of names", () => {
  const few = refusal(() => finder(["users.list", "teams.list"])("qqqqqq", "list", []));
  expect(few.hint).toBe("Entities: users, teams.");
  const names = Array.from({ length: 3000 }, (_, index) => `entity_${index}.list`);
  const entity = refusal(() => finder(names)("entty_2999", "list", []));
  expect(entity.hint).toMatch(/^Entities: entity_0, .* entity_59 and 2940 more\.$/);
  const verbs = Array.from({ length: 3000 }, (_, index) => `things.verb_${index}`);
  const verb = refusal(() => finder(verbs)("things", "qqqqqq", []));
  expect(verb.hint).toMatch(/^Actions of things: verb_0, .* verb_59 and 2940 more\.$/);
  expect(refusal(() => finder(names)(undefined, "list", [])).hint!.length).toBeLessThan(1000);
});

test("a missing action gets the names of the actions, or of the entities", () => {
  const find = finder(["users.list", "users.get", "teams.list"]) as (...args: unknown[]) => unknown;
  expect(refusal(() => find("Users", undefined, []))).toMatchObject({
    code: "unknown_action",
    hint: "Actions of users: list, get.",
  });
  expect(refusal(() => find("qqqqqq", undefined, [])).hint).toBe("Entities: users, teams.");
});
