import { expect, test } from "vitest";
import type { ActionDefinition } from "../../../src/core/contract/action.ts";
import { actionScopes } from "../../../src/core/schema/action-scopes.ts";

const operation = (bot?: string[], user?: string[], more = {}) => ({
  method: "GET",
  path: "/",
  docs: "d",
  scopes: { ...(bot ? { bot } : {}), ...(user ? { user } : {}) },
  ...more,
});
const operations = {
  list: operation(["a:read", "b:read"], ["a:read", "b:read"], { moreScopes: { bot: ["mail"] } }),
  get: operation(["a:read", "b:read", "c:read"], ["a:read"]),
  names: operation(["names"], ["names"]),
  find: operation(["find"], ["find"]),
  old: operation(undefined, ["old"], { tokens: ["user"] }),
  new: operation(["new"], ["new"]),
  open: { method: "GET", path: "/", docs: "d" },
};
const notes = { get: { calls: "get", enrich: true }, list: { calls: "list" } };
const indirectCalls = {
  enrich: ["names"],
  names: [{ params: ["who", "whom"], text: "@ana", calls: ["find"] }],
  writes: [{ calls: ["open"] }, { params: ["note"], calls: ["get"] }],
};
const json = (properties = {}) => ({ type: "object", properties });
const of = (definition: object, params = json()) =>
  actionScopes({ operations, entities: { notes }, indirectCalls } as never, { effect: "read", ...definition } as ActionDefinition, params); // prettier-ignore

test("the main operation is required, and other operations are used", () =>
  expect(of({ calls: ["list", "names"] })).toEqual({
    required: { bot: [["a:read", "b:read"]], user: [["a:read", "b:read"]] },
    used: { bot: [["mail"], ["names"]], user: [["names"]] },
  }));
test("a need is left out if another need is stricter", () =>
  expect(of({ calls: ["list", "get", "get"] })!.used).toEqual({ bot: [["mail"]], user: [["a:read"]] }));
test("operations that replace the main operation make their scopes alternatives, and accept their kinds of token", () => {
  expect(of({ calls: ["old", "new"], instead: ["new"] })).toEqual({
    required: { bot: [["new"]], user: [["old", "new"]] },
    used: { bot: [], user: [["new"]] },
  });
  expect(of({ calls: "old" })).toEqual({ required: { user: [["old"]] }, used: { user: [] } });
  expect(of({ calls: ["old", "open"], instead: ["open"] })!.required).toEqual({ bot: [], user: [] });
});
test("names in results, the reads of a preview, names in params and dry runs use scopes", () => {
  const used = (definition: object, params?: ReturnType<typeof json>) => of({ calls: "new", ...definition }, params)!.used["bot"]; // prettier-ignore
  expect(used({})).toEqual([]);
  expect(used({ enrich: true })).toEqual([["names"]]);
  expect(used({ reads: ["notes.get"] })).toEqual([["a:read", "b:read", "c:read"], ["names"]]);
  expect(used({}, json({ who: { type: "string" } }))).toEqual([["find"]]);
  expect(used({}, json({ whom: { type: "array", items: { pattern: "^@" } } }))).toEqual([["find"]]);
  expect(used({}, json({ who: { type: "string", pattern: "^#" } }))).toEqual([]);
  expect(used({}, json({ note: {} }))).toEqual([]);
  expect(used({ effect: "write" }, json({ note: {} }))).toEqual([["a:read", "b:read", "c:read"]]);
});
test("a connector without scopes has none", () =>
  expect(actionScopes({ operations: { open: operations.open }, entities: {} } as never, { calls: "open" } as never, json())).toBeUndefined()); // prettier-ignore
