import { describe, expect, test } from "vitest";
import { type AllowListKinds, hiddenText } from "../../../src/core/contract/policy.ts";
import { idLimits } from "../../../src/core/policy/allow-list.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import {
  createHide,
  denyUnresolvedName,
  hideInError,
  withAllowedHint,
  withoutHiddenUndo,
} from "../../../src/core/policy/hide-disallowed.ts";

const allowListKinds: AllowListKinds = {
  room: {
    params: ["room", "rooms"],
    accepts: { pattern: /^R/, says: "an id" },
    hide: (value, isAllowed, { room }) =>
      JSON.parse(
        JSON.stringify(value).replace(/\bR\d\b/g, (id) => (isAllowed(id) || id === room ? id : hiddenText)),
      ),
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
  const deny = (error: unknown, of = policies) =>
    denyUnresolvedName(idLimits(allowListKinds, of), action, { given, error });

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
  const hint = (error: unknown, of: Parameters<typeof idLimits>[1] = policies) =>
    withAllowedHint(idLimits(allowListKinds, of), error);
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

describe("the parts of a result", () => {
  const hide = (of: Parameters<typeof idLimits>[1] = policies, params = {}) =>
    createHide(idLimits(allowListKinds, of), params);
  test("that are not allowed are hidden, and depend on the params of the call", () => {
    const told = { rooms: ["R1", "R3"], note: "See R4." };
    expect(hide()!(told)).toEqual({ rooms: ["R1", hiddenText], note: `See ${hiddenText}.` });
    expect(hide(policies, { room: "R3" })!(told.rooms)).toEqual(["R1", "R3"]);
  });
  test("stay if no allow-list limits a kind that hides parts", () => {
    expect(hide([{}])).toBeUndefined();
    expect(hide([{ only: { guest: [] } }])).toBeUndefined();
  });
  test("in an error are hidden, and an error without such parts stays the same object", () => {
    const error = new ConnectorError("upstream_rejected", "R3 is full.", { hint: "Try R4.", needed: ["R1"] });
    expect((hideInError(hide(), error) as ConnectorError).toJSON()).toEqual({
      ...error.toJSON(),
      message: `${hiddenText} is full.`,
      hint: `Try ${hiddenText}.`,
    });
    expect(hideInError(undefined, error)).toBe(error);
    for (const other of [invalid("params.room"), new Error("R3")])
      expect(hideInError(hide(), other)).toBe(other);
  });
  test("cannot be in an undo, because the undo would write the replacement", () => {
    const undo = (text: string) => ({ entity: "notes", action: "set", params: { text: [text] } });
    expect(withoutHiddenUndo({ undo: undo("R1"), page: 1 })).toEqual({ undo: undo("R1"), page: 1 });
    expect(withoutHiddenUndo({ undo: undo(`See ${hiddenText}.`), page: 1 })).toEqual({ page: 1 });
    expect(withoutHiddenUndo({})).toStrictEqual({});
  });
});
