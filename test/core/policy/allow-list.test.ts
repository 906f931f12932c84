import { describe, expect, test } from "vitest";
import type { AllowListKinds } from "../../../src/core/contract/policy.ts";
import {
  type ActionShape,
  allowListHint,
  allowListParams,
  canEnforceAllowList,
  describeAllowList,
  enforceAllowList,
  enforceLimits,
  idLimits,
  notAllowed,
  readAllowList,
} from "../../../src/core/policy/allow-list.ts";

const allowListKinds: AllowListKinds = {
  room: {
    params: ["room", "rooms"],
    accepts: { pattern: /^R\d$/, says: "an id such as R1" },
    embedded: ({ query }, isAllowed) =>
      /R\d/.exec(String(query))?.some((id) => !isAllowed(id))
        ? { path: "query", reason: "shows another room" }
        : undefined,
    without: ["clock", "notes.help"],
  },
  guest: { params: ["guest"], accepts: { pattern: /^G\d$/, says: "an id such as G1" }, without: ["notes"] },
};
const action = (name: string, ...params: string[]): ActionShape => {
  const [entity, verb] = name.split(".") as [string, string];
  return { entity, action: verb, json: { properties: Object.fromEntries(params.map((one) => [one, {}])) } };
};
const denied = (path: string, ...parts: string[]) =>
  expect.objectContaining({
    code: "policy_denied",
    path,
    ...(parts.length > 0 && { message: expect.stringMatching(new RegExp(parts.join(".*"))) }),
  });

describe("the ids that are allowed", () => {
  const allowedIds = (policies: Parameters<typeof idLimits>[1]) =>
    Object.fromEntries(idLimits(allowListKinds, policies).map(({ kind, ids }) => [kind, ids]));
  test("are those of the policy, by kind", () =>
    expect(allowedIds([{ only: { room: ["R1", "R2"], guest: ["G1"] } }])).toEqual({
      room: ["R1", "R2"],
      guest: ["G1"],
    }));
  test("are those that every policy allows", () =>
    expect(
      allowedIds([
        { only: { room: ["R1", "R2", "R3"] } },
        {},
        { only: { room: ["R3", "R2"], guest: ["G1"] } },
        { only: { room: ["R2", "R4"] } },
      ]),
    ).toEqual({ room: ["R2"], guest: ["G1"] }));
  test("are not limited without a policy", () => {
    expect(allowedIds([])).toEqual({});
    expect(allowedIds([{}, { only: undefined }])).toEqual({});
  });
});

describe("an action under an allow-list", () => {
  const only = [{ only: { room: ["R1"] } }];
  test.for<[string, ActionShape, boolean]>([
    ["that can name a room is offered", action("notes.list", "room"), true],
    ["that can name no room is not", action("notes.search", "query"), false],
    ["that has no params is not", { entity: "notes", action: "search", json: {} }, false],
    ["that reaches no room is offered", action("notes.help"), true],
    ["of an entity that reaches no room is offered", action("clock.now"), true],
    ["with the same verb of another entity is not", action("tags.help"), false],
  ])("%s", ([, given, offered]) =>
    expect(canEnforceAllowList(idLimits(allowListKinds, only), given)).toBe(offered),
  );
  test("is offered only if it has a param for every limited kind", () => {
    const both = [{ only: { room: ["R1"], guest: ["G1"] } }];
    expect(canEnforceAllowList(idLimits(allowListKinds, both), action("tags.list", "room"))).toBe(false);
    expect(canEnforceAllowList(idLimits(allowListKinds, both), action("tags.list", "room", "guest"))).toBe(
      true,
    );
    expect(canEnforceAllowList(idLimits(allowListKinds, []), action("tags.list"))).toBe(true);
  });
  test("does not use the params of a kind that it does not define", () => {
    expect(allowListParams(allowListKinds["room"]!, action("notes.list", "rooms", "other"))).toEqual([
      "rooms",
    ]);
    expect(allowListParams(allowListKinds["room"]!, { entity: "a", action: "b", json: {} })).toEqual([]);
  });
});

describe("a call under an allow-list", () => {
  const list = action("notes.list", "room", "query");
  const many = action("notes.list", "rooms");
  const two = [{ only: { room: ["R1", "R2"] } }];
  const one = [{ only: { room: ["R1"] } }];
  const enforce = (
    policies: Parameters<typeof idLimits>[1],
    given: ActionShape,
    params: Record<string, unknown>,
    asked = params,
    content = false,
  ) => enforceAllowList(idLimits(allowListKinds, policies), given, { given: asked, params, content });

  test("runs unchanged if all ids in its params are allowed", () => {
    const params = { room: "R2", query: "x" };
    expect(enforce(two, list, params)).toEqual(params);
    expect(enforce(two, many, { rooms: ["R1", "R2"] })).toEqual({ rooms: ["R1", "R2"] });
  });
  test("is refused if an id is not allowed, and the error shows the name that the caller gave", () => {
    const refused = () => enforce(two, list, { room: "R3" }, { room: "#lobby" });
    expect(refused).toThrow(denied("params.room", "notes\\.list", "room", '"#lobby"'));
    expect(refused).not.toThrow(/R3/);
    expect(refused).toThrow(expect.objectContaining({ hint: expect.stringContaining("R1, R2") }));
  });
  test("is refused if one item of a list is not allowed, and the error shows this item", () =>
    expect(() => enforce(two, many, { rooms: ["R1", "R3"] }, { rooms: ["#hall", "#lobby"] })).toThrow(
      denied("params.rooms", '"#lobby"'),
    ));
  test("gets the allowed id if its params have none and only one is allowed", () => {
    const params = { query: "x" };
    expect(enforce(one, list, params)).toEqual({ query: "x", room: "R1" });
    expect(params).toEqual({ query: "x" });
    expect(() => enforce(two, list, params)).toThrow(denied("params.room", "without a room"));
    expect(() => enforce([{ only: { room: [] } }], list, params)).toThrow(denied("params.room"));
  });
  test("is refused without an id if several params or no param could have the id", () => {
    const ways = action("notes.list", "room", "rooms");
    expect(() => enforce(one, ways, {})).toThrow(denied("params.room"));
    expect(enforce(one, ways, { rooms: ["R1"] })).toEqual({ rooms: ["R1"] });
    expect(() => enforce(one, action("notes.search", "query"), {})).toThrow(
      denied("params.room", "without a room"),
    );
  });
  test("of an action that needs no id can omit the id, but cannot use an id that is not allowed", () => {
    expect(enforce(two, action("notes.help", "room"), {})).toEqual({});
    expect(() => enforce(two, action("notes.help", "room"), { room: "R3" })).toThrow(denied("params.room"));
  });
  test("cannot write a value that would show something that is not allowed", () => {
    const params = { room: "R1", query: "see R3" };
    expect(() => enforce(one, list, params, params, true)).toThrow(
      denied("params.query", "query shows another room\\."),
    );
    expect(enforce(one, list, params)).toEqual(params);
    const allowed = { room: "R1", query: "see R1" };
    expect(enforce(one, list, allowed, allowed, true)).toEqual(allowed);
    expect(enforce([{}], list, params, params, true)).toEqual(params);
  });
  test("of an action that can reach other things is refused, even with an allowed id", () => {
    const beyond = { ...allowListKinds, room: { ...allowListKinds["room"]!, beyond: ["notes.move"] } };
    const move = action("notes.move", "room");
    const params = { room: "R1" };
    expect(canEnforceAllowList(idLimits(beyond, one), move)).toBe(false);
    expect(() => enforceLimits(idLimits(beyond, one), move)).toThrow(denied("params.room", "without a room"));
    expect(() => enforceAllowList(idLimits(beyond, one), move, { given: params, params, content: true })).toThrow(denied("params.room")); // prettier-ignore
    expect(() => enforceLimits(idLimits(allowListKinds, one), move)).not.toThrow();
    expect(() => enforceLimits(idLimits(beyond, [{}]), move)).not.toThrow();
  });
  test("is checked for every kind", () => {
    const both = [{ only: { guest: ["G1"], room: ["R1"] } }];
    const given = action("tags.list", "room", "guest");
    expect(enforce(both, given, {})).toEqual({ room: "R1", guest: "G1" });
    expect(enforce(both, action("notes.list", "room"), {})).toEqual({ room: "R1" });
    expect(() => enforce(both, given, { guest: "G1", room: "R2" })).toThrow(denied("params.room"));
  });
});

describe("the texts about an allow-list", () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `R${index}`);
  test("list the allowed ids, at most twenty of them", () => {
    expect(allowListHint([])).toMatch(/: none\..*policy decides/);
    expect(allowListHint(["R1", "R2"])).toContain(": R1, R2.");
    expect(allowListHint(ids(20))).toMatch(/R0, .*, R19\./);
    expect(allowListHint(ids(22))).toMatch(/R19 and 2 more\./);
    expect(allowListHint(ids(21))).toMatch(/R19 and 1 more\./);
  });
  test("describe every kind for a tool", () => {
    expect(describeAllowList(idLimits(allowListKinds, [{ only: { room: ["R1", "R2"], guest: [] } }]))).toBe(
      "Only room: R1, R2. Only guest: none.",
    );
    expect(describeAllowList([])).toBe("");
  });
  test("of a refusal show the value", () =>
    expect(
      notAllowed(action("notes.list"), idLimits(allowListKinds, [{ only: { room: ["R1"] } }])[0]!, "room", [
        "R3",
      ]),
    ).toEqual(denied("params.room", "notes\\.list", "room an array of 1")));
});

describe("reading an allow-list", () => {
  const read = (only: unknown, of = allowListKinds) => readAllowList(only, of, "policy");
  const refused = (path: string, message: RegExp, hint: RegExp) =>
    expect.objectContaining({
      code: "config_error",
      path,
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });

  test("returns a copy that cannot be changed", () => {
    const rooms = ["R1"];
    const only = read({ room: rooms, guest: undefined });
    rooms.push("R2");
    expect(only).toEqual({ room: ["R1"] });
    expect(Object.keys(only)).toEqual(["room"]);
    expect(Object.isFrozen(only) && Object.isFrozen(only["room"])).toBe(true);
  });
  test.for<[unknown, string, RegExp, RegExp]>([
    ["R1", "policy.only", /^policy\.only .*"R1"/, /room, guest/],
    [{ rooms: [] }, "policy.only.rooms", /policy\.only: .*"rooms"/, /room, guest/],
    [{ toString: [] }, "policy.only.toString", /"toString"/, /room, guest/],
    [{ room: "R1" }, "policy.only.room", /policy\.only\.room .*array.*"R1"/, /an id such as R1/],
    [{ room: ["R1", "lobby"] }, "policy.only.room", /"lobby" is not an id such as R1/, /an id such as R1/],
    [{ room: [["R1"]] }, "policy.only.room", /an array of 1/, /an id such as R1/],
    [{ ["x".repeat(61)]: [] }, `policy.only.${"x".repeat(60)}…`, /x{60}…/, /room/],
    [{ ["x".repeat(60)]: [] }, `policy.only.${"x".repeat(60)}`, /x{60}"/, /room/],
  ])("refuses %j", ([only, path, message, hint]) =>
    expect(() => read(only)).toThrow(refused(path, message, hint)),
  );
  test("refuses a list for a connector that has nothing to limit", () => {
    expect(() => read({ room: ["R1"] }, {})).toThrow(
      refused("policy.only.room", /"room"/, /^This connector/),
    );
    expect(() => read({ room: ["R1"] }, { guest: allowListKinds["guest"]! })).toThrow(
      refused("policy.only.room", /"room"/, /^Kinds: guest\.$/),
    );
  });
});
