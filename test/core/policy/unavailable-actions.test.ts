import { expect, test } from "vitest";
import { unavailable } from "../../../src/core/policy/unavailable-actions.ts";

const operations = {
  any: { method: "GET", path: "/", docs: "d" },
  scoped: { method: "GET", path: "/", docs: "d", scopes: { bot: ["a:read", "b:read"], user: ["u:read"] } },
  personal: { method: "GET", path: "/", docs: "d", scopes: { user: ["u:read"] }, tokens: ["user"] },
  open: { method: "GET", path: "/", docs: "d", scopes: { bot: [] } },
  single: { method: "GET", path: "/", docs: "d", scopes: { guest: ["g:read"] }, tokens: ["guest", "user"] },
} as const;
const entities = {
  notes: { any: { calls: "any" }, scoped: { calls: ["scoped", "any"] }, personal: { calls: "personal" } },
};
const of = (kind: string, granted?: string[]) =>
  unavailable({ entities, operations } as never, kind, granted);

test("a token cannot run the actions for another kind of token or for missing scopes", () => {
  expect(of("bot", ["b:read"])).toEqual({ "notes.personal": "needs a user token, not a bot token" });
  expect(of("bot", [])).toEqual({
    "notes.scoped": "needs the scope a:read or b:read",
    "notes.personal": "needs a user token, not a bot token",
  });
  expect(of("user", ["u:read"])).toEqual({});
});
test("if the platform does not return the scopes, only the kind of token counts", () => {
  expect(of("bot")).toEqual({ "notes.personal": "needs a user token, not a bot token" });
});
test("one of several scopes or kinds of token is enough, and an operation without scopes needs none", () => {
  const more = { notes: { open: { calls: "open" }, single: { calls: "single" }, gone: { calls: "gone" } } };
  const unavailableTo = (kind: string, granted?: string[]) =>
    unavailable({ entities: more, operations } as never, kind, granted);
  expect(unavailableTo("bot", [])).toEqual({
    "notes.single": "needs a guest or user token, not a bot token",
  });
  expect(unavailableTo("guest", ["u:read"])).toEqual({ "notes.single": "needs the scope g:read" });
  expect(unavailableTo("user", [])).toEqual({});
});
