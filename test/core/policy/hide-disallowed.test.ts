import { describe, expect, test } from "vitest";
import type { Places } from "../../../src/core/contract/policy.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import {
  denyUnresolvedName,
  hideDisallowedNames,
  withAllowedHint,
} from "../../../src/core/policy/hide-disallowed.ts";

const places: Places = {
  room: {
    params: ["room", "rooms"],
    accepts: { pattern: /^R/, says: "an id" },
    named: /^R/,
    without: [],
  },
  guest: { params: ["guest"], accepts: { pattern: /^G/, says: "an id" }, without: [] },
};
const policies = [{ only: { room: ["R1", "R2"], guest: ["G1"] } }];
const action = {
  entity: "notes",
  action: "list",
  json: { properties: { room: {}, rooms: {}, guest: {}, query: {} } },
};
const invalid = (path?: string) =>
  new ConnectorError("invalid_params", "There is no #loby.", { path, hint: "Similar: #lobby." });

describe("a name that does not exist", () => {
  const given = { room: "#loby", rooms: ["#hall", "#loby"], guest: "Ann", query: "x" };
  const deny = (error: unknown, of = policies) => denyUnresolvedName(places, of, action, { given, error });

  test.for([
    ["params.room", '"#loby"', "R1, R2"],
    ["params.rooms[1]", '"#loby"', "R1, R2"],
    ["params.rooms", '"#hall"', "R1, R2"],
    ["params.guest", '"Ann"', "G1"],
  ])("in %s is refused like a name that is not allowed, without similar names", ([path, value, allowed]) => {
    const error = deny(invalid(path)) as ConnectorError;
    expect(error).toMatchObject({ code: "policy_denied", path: path!.replace(/\[\d\]/, "") });
    expect(error.message).toContain(value);
    expect(error.hint).toContain(`: ${allowed}.`);
    expect(JSON.stringify(error)).not.toContain("#lobby");
  });
  test.for<[string, unknown]>([
    ["about a param without an allow-list", invalid("params.query")],
    ["about no param", invalid()],
    ["about something inside a param", invalid("params.room.name")],
    ["about something that only contains such a path", invalid("see params.room")],
    ["with another code", new ConnectorError("upstream_error", "x", { path: "params.room" })],
    ["of another kind", Object.assign(new Error("x"), { code: "invalid_params", path: "params.room" })],
  ])("leaves an error %s as it is", ([, error]) => expect(deny(error)).toBe(error));
  test("stays as it is without an allow-list of that kind", () => {
    const error = invalid("params.room");
    expect(deny(error, [{ only: { guest: ["G1"] } } as never])).toBe(error);
  });
});

describe("the hint of an error", () => {
  const hint = (error: unknown, of: Parameters<typeof withAllowedHint>[1] = policies) =>
    withAllowedHint(places, of, error);
  test("about a limited param lists what is allowed, and the rest of the error stays", () => {
    const error = new ConnectorError("upstream_rejected", "No room.", {
      path: "params.rooms[0]",
      hint: "Try #lobby.",
      retry_after: 3,
    });
    const replaced = hint(error) as ConnectorError;
    expect(replaced.toJSON()).toEqual({
      ...error.toJSON(),
      hint: expect.stringMatching(/: R1, R2\./),
    });
    expect((hint(invalid("params.guest")) as ConnectorError).hint).toContain(": G1.");
  });
  test.for<[string, unknown]>([
    ["about another param", invalid("params.query")],
    ["without a path", invalid()],
    ["without a hint", new ConnectorError("invalid_params", "x", { path: "params.room" })],
    ["of another kind", Object.assign(new Error("x"), { hint: "Try #lobby.", path: "params.room" })],
  ])("stays in an error %s", ([, error]) => expect(hint(error)).toBe(error));
  test("stays without an allow-list", () => {
    const error = invalid("params.room");
    expect(hint(error, [{}])).toBe(error);
  });
});

describe("names next to a result", () => {
  const told = {
    names: { R1: "hall", R3: "lobby", U1: "Ann" },
    ids: { hall: "R1", lobby: "R3", Ann: "U1", count: 3 },
    page: 1,
  };
  test("are those of allowed ids and of ids without an allow-list", () =>
    expect(hideDisallowedNames(places, policies, told)).toEqual({
      names: { R1: "hall", U1: "Ann" },
      ids: { hall: "R1", Ann: "U1", count: 3 },
      page: 1,
    }));
  test("are absent if there are none", () =>
    expect(hideDisallowedNames(places, policies, { page: 1, names: "none" })).toEqual({
      page: 1,
      names: "none",
    }));
  test("all stay without an allow-list", () => expect(hideDisallowedNames(places, [{}], told)).toBe(told));
  test("stay if the kind has no names", () =>
    expect(
      hideDisallowedNames(places, [{ only: { guest: [] } }], { names: { G2: "Bob", R3: "lobby" } }),
    ).toEqual({ names: { G2: "Bob", R3: "lobby" } }));
});
