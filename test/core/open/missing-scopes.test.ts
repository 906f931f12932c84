import { expect, test } from "vitest";
import { missingScopes } from "../../../src/core/open/add-missing-scopes.ts";

const scoped = (name: string, required: string[][], used: string[][] = []) => ({
  name,
  scopes: { required: { bot: required }, used: { bot: used } },
});

test("each need that no scope meets is listed once, with its actions, and the required needs come first", () => {
  const actions = [
    scoped("notes.get", [["a:read", "b:read"]], [["names"]]),
    scoped("notes.list", [["a:read", "b:read"], ["list"]], [["names"], ["b:read"]]),
    scoped("notes.names", [["names"]]),
    { name: "notes.help", scopes: undefined },
  ];
  expect(missingScopes(actions, "bot", ["b:read"])).toEqual([
    { scopes: ["list"], required: true, actions: ["notes.list"] },
    { scopes: ["names"], required: true, actions: ["notes.names"] },
    { scopes: ["names"], required: false, actions: ["notes.get", "notes.list"] },
  ]);
  expect(missingScopes(actions, "bot", ["a:read", "names", "list", "b:read"])).toEqual([]);
  expect(missingScopes(actions, "user", [])).toEqual([]);
});
