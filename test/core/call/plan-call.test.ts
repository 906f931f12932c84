import { describe, expect, test } from "vitest";
import { callOrThrow, planCall, withoutFields } from "../../../src/core/call/params/planned-call.ts";
import type { CompiledAction } from "../../../src/core/contract/compiled-action.ts";
import type { Effect, EffectRule } from "../../../src/core/contract/effect.ts";

const compiled = (effect: Effect | EffectRule = "read") =>
  ({
    entity: "notes",
    action: "list",
    definition: { effect, example: {} },
    json: {
      type: "object",
      properties: {
        id: { type: "string" },
        thread: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
        limit: { type: "integer" },
        fields: { type: "array", items: { type: "string" } },
      },
    },
    rare: [],
    signature: "list(id?)",
    controls: ["limit", "cursor", "fields", "dry_run"],
    validate: (params: Record<string, unknown>) =>
      params["id"] === "bad"
        ? { issues: [{ path: "id", message: "is bad" }] }
        : { value: { ...params, added: true } },
  }) as unknown as CompiledAction;

describe("a planned call", () => {
  test("has separate params and control params, and a frozen corrected input", () => {
    const action = compiled();
    const plan = planCall({}, action, { id: "n1", limit: "3", fields: ["a"] }, ["noted before"]);
    expect(plan).toEqual({
      compiled: action,
      given: ["id", "limit", "fields"],
      call: {
        compiled: action,
        params: { id: "n1", added: true },
        input: { id: "n1", limit: 3, fields: ["a"] },
        controls: { limit: 3, cursor: undefined, fields: ["a"], dry_run: undefined },
        effect: "read",
        notes: ["noted before", 'limit: "3" read as 3'],
      },
    });
    expect(Object.isFrozen(plan.call!.input) && Object.isFrozen(plan.call!.input["fields"])).toBe(true);
    expect(callOrThrow(plan)).toBe(plan.call);
  });
  test("does not change the given notes", () => {
    const before: string[] = [];
    expect(planCall({}, compiled(), '{"id": "n1"}', before).call!.notes).toEqual(["params: parsed from JSON text"]); // prettier-ignore
    expect(before).toEqual([]);
    expect(planCall({}, compiled(), {}).call!.notes).toEqual([]);
  });
  test("is corrected like a read if its strongest effect is read", () => {
    const rule: EffectRule = { weakest: "read", strongest: "read", of: () => undefined };
    const names = (effect: Effect | EffectRule) =>
      planCall({ paramAliases: { parent: ["reply", "thread"] } }, compiled(effect), { parent: "t1" }).call!
        .input;
    expect(names(rule)).toEqual({ thread: "t1" });
    expect(names({ ...rule, strongest: "write" })).toEqual({ parent: "t1" });
  });
  test("has the effect of its validated params", () => {
    const rule: EffectRule = {
      weakest: "read",
      strongest: "spend",
      of: ({ added, limit }) => (added === true && limit === undefined ? "write" : undefined),
    };
    expect(planCall({}, compiled(rule), { limit: 3 }).call!.effect).toBe("write");
  });
  test("uses the second meaning of a name only if the action only reads", () => {
    const rules = { paramAliases: { ref: ["gone", "thread"] } };
    expect(planCall(rules, compiled(), { ref: "1" }).call!.params).toMatchObject({ thread: "1" });
    const rule: EffectRule = { weakest: "read", strongest: "write", of: () => "read" };
    for (const effect of ["write", rule] as const)
      expect(planCall(rules, compiled(effect), { ref: "1" }).call!.params).toMatchObject({ ref: "1" });
  });
});

describe("a plan that fails", () => {
  test("contains the error, and the names that were given", () => {
    const plan = planCall({}, compiled(), { id: "bad", other: 1 });
    expect(plan).toMatchObject({
      given: ["id", "other"],
      error: { code: "invalid_params", path: "params.id" },
    });
    expect(plan).not.toHaveProperty("call");
    expect(() => callOrThrow(plan)).toThrow("notes.list: id: is bad.");
  });
  test("has no names if the params cannot be read", () =>
    expect(planCall({}, compiled(), "no JSON")).toMatchObject({
      given: [],
      error: { code: "invalid_params", path: "params" },
    }));
  test("keeps at most 50 names of 60 characters", () => {
    const names = Array.from({ length: 51 }, (_, nth) => `${nth}`.padStart(nth === 0 ? 61 : 60, "x"));
    const { given } = planCall({}, compiled(), Object.fromEntries(names.map((name) => [name, 1])));
    expect(given).toHaveLength(50);
    expect(given[0]).toBe(`${names[0]!.slice(0, 60)}…`);
    expect(given[1]).toBe(names[1]);
  });
});

test("without its `fields`, a call stays the same and gets the whole record", () => {
  const call = planCall({}, compiled(), { id: "n1", limit: 3, fields: ["a"] }).call!;
  expect(withoutFields(call)).toEqual({
    ...call,
    input: { id: "n1", limit: 3 },
    controls: { ...call.controls, fields: undefined, shown: ["a"] },
  });
  expect(call.input["fields"]).toEqual(["a"]);
});
