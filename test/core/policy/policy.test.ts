import type { Effect } from "../../../src/core/contract/effect.ts";
import type { Policy } from "../../../src/core/contract/policy.ts";
import {
  validatePolicy,
  effectOf,
  enforcePolicy,
  allowsAction,
  readPolicy,
} from "../../../src/core/policy/policy.ts";
import { describe, expect, test } from "vitest";

const actions = ["notes.list", "notes.delete", "tags.set"];

describe("the effect of a call", () => {
  const rule = (of: () => unknown) =>
    ({ weakest: "write", strongest: "spend", of: of as () => Effect }) as const;
  test.for<[string, () => unknown, Effect]>([
    ["is the result of the rule", () => "write", "write"],
    ["is the strongest if the rule returns undefined", () => undefined, "spend"],
    ["is the strongest if the rule throws", () => { throw new Error("x"); }, "spend"], // prettier-ignore
    ["is the strongest if the rule returns an unknown effect", () => "harmless", "spend"],
    ["is the strongest if the rule returns a promise", () => Promise.resolve("write"), "spend"],
  ])("%s", ([, of, effect]) => expect(effectOf(rule(of), {})).toBe(effect));
  test("is the same for every call unless a rule decides the effect", () =>
    expect(effectOf("write", {})).toBe("write"));
});

describe("judging", () => {
  test.for<[Policy, string, Effect, boolean]>([
    [{}, "notes.delete", "destructive", true],
    [{ effects: ["read"] }, "notes.list", "read", true],
    [{ effects: ["read"] }, "tags.set", "write", false],
    [{ effects: [] }, "notes.list", "read", false],
    [{ include: ["notes"] }, "notes.list", "read", true],
    [{ include: ["notes.*"] }, "tags.set", "write", false],
    [{ include: ["notes.list"] }, "notes.delete", "destructive", false],
    [{ exclude: ["notes.delete"] }, "notes.delete", "destructive", false],
    [{ include: ["notes"], exclude: ["notes.delete"] }, "notes.delete", "destructive", false],
    [{ include: [] }, "notes.list", "read", false],
    [{ include: ["notes.*"] }, "notes.list", "read", true],
    [{ exclude: ["notes.list"] }, "notes.delete", "destructive", true],
    [{ exclude: ["notes.*"] }, "notes.delete", "destructive", false],
  ])("%j: %s, which is %s: %s", ([policy, name, effect, allowed]) => {
    const [entity, action] = name.split(".") as [string, string];
    expect(allowsAction(policy, entity, action, effect)).toBe(allowed);
    const judged = () => enforcePolicy(policy, entity, action, effect);
    if (allowed) judged();
    else expect(judged).toThrow(expect.objectContaining({ code: "policy_denied", path: "action", outcome: "not_started" })); // prettier-ignore
  });
  test.for<[Policy, RegExp]>([
    [{ effects: ["read", "write"] }, /destructive.* allows only read, write/],
    [{ effects: [] }, /allows only nothing/],
    [{ include: ["tags"] }, /does not include it/],
    [{ exclude: ["notes"] }, /excludes it/],
  ])("%j: the error gives the reason, and says that other params do not help", ([policy, message]) =>
    expect(() => enforcePolicy(policy, "notes", "delete", "destructive")).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(new RegExp(`^notes\\.delete .*${message.source}`)),
        hint: expect.stringMatching(/other params do not help/),
      }),
    ),
  );
  test("a list that is not frozen can change later", () => {
    const include = ["notes"];
    enforcePolicy({ include }, "notes", "list", "read");
    include.pop();
    expect(() => enforcePolicy({ include }, "notes", "list", "read")).toThrow(/does not include it/);
  });
  test("whether an action is offered depends on its weakest effect; whether a call runs depends on its actual effect", () => {
    const rule = { weakest: "write", strongest: "spend", of: () => undefined } as const;
    expect(allowsAction({ effects: ["write"] }, "a", "b", rule)).toBe(true);
    expect(() => enforcePolicy({ effects: ["write"] }, "a", "b", effectOf(rule, {}))).toThrow(/spend/);
  });
});

describe("a policy that cannot be read is refused", () => {
  const effectsHint = /read, write, spend, destructive/;
  const namesHint = /entity\.action.* notes\.list, notes\.delete, tags\.set\.$/;
  const fieldsHint = /effects, include, exclude, caps, only/;
  test.for<[object, string, RegExp, RegExp]>([
    [{ effects: ["raed"] }, "policy.effects", /^policy\.effects: "raed"/, effectsHint],
    [{ effects: "read" }, "policy.effects", /array, got "read"/, effectsHint],
    [{ effects: [undefined] }, "policy.effects", /nothing is not an effect/, effectsHint],
    [{ effects: { length: 1 } }, "policy.effects", /an object/, effectsHint],
    [{ include: ["note"] }, "policy.include", /^policy\.include: "note" matches no action/, namesHint],
    [{ include: "notes" }, "policy.include", /array, got "notes"/, namesHint],
    [{ include: ["notes", "read"] }, "policy.include", /"read"/, namesHint],
    [{ exclude: ["notes.remove"] }, "policy.exclude", /"notes\.remove"/, namesHint],
    [{ exclude: ["notes.*.*"] }, "policy.exclude", /"notes\.\*\.\*"/, namesHint],
    [{ exclude: [".*notes"] }, "policy.exclude", /"\.\*notes"/, namesHint],
    [{ exclude: [""] }, "policy.exclude", /""/, namesHint],
    [{ exclude: ["*"] }, "policy.exclude", /"\*"/, namesHint],
    [{ exclude: [Symbol("x")] }, "policy.exclude", /a symbol/, namesHint],
    [{ exclude: [null] }, "policy.exclude", /null/, namesHint],
    [{ exlude: ["notes"] }, "policy.exlude", /"exlude"/, fieldsHint],
    [{ Effects: ["read"] }, "policy.Effects", /"Effects"/, fieldsHint],
    [{ ["x".repeat(60)]: 1 }, `policy.${"x".repeat(60)}`, /"x{60}"/, fieldsHint],
    [{ ["x".repeat(61)]: 1 }, `policy.${"x".repeat(60)}…`, /"x{60}…"/, fieldsHint],
  ])("%j", ([policy, path, message, hint]) => {
    expect(() => readPolicy(policy, { actions })).toThrow(
      expect.objectContaining({
        code: "config_error",
        path,
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      }),
    );
  });
  test("and the hint names at most three actions", () =>
    expect(() => readPolicy({ include: ["x"] }, { actions: ["a.b", "a.c", "a.d", "a.e"] })).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(/ a\.b, a\.c, a\.d\.$/) }),
    ));
});

describe("reading a policy", () => {
  test("returns the given rules in an object that cannot be changed", () => {
    const effects: Effect[] = ["read"];
    const policy = validatePolicy({ effects, include: ["notes"] }, { actions }, "tool options");
    effects.push("destructive");
    expect(policy).toEqual({ effects: ["read"], include: ["notes"] });
    expect(Object.isFrozen(policy.effects)).toBe(true);
  });
  test("can name an entity, all of its actions, or one", () => {
    const exclude = ["notes", "notes.*", "tags.set"];
    expect(readPolicy({ exclude }, { actions })).toEqual({ exclude });
  });
  test("reads caps and an allow-list with the connector's names", () => {
    const allowListKinds = {
      room: { params: ["room"], accepts: { pattern: /^R/, says: "an id" }, without: [] },
    };
    const terms = { actions, caps: ["max_bid"], allowListKinds };
    const given = { caps: { max_bid: 1 }, only: { room: ["R1"] }, effects: undefined };
    const policy = readPolicy(given, terms);
    expect(Object.entries(policy)).toEqual([
      ["caps", { max_bid: 1 }],
      ["only", { room: ["R1"] }],
    ]);
    expect(Object.isFrozen(policy.caps) && Object.isFrozen(policy.only)).toBe(true);
    for (const [field, value] of Object.entries({ caps: { max_bid: 1 }, only: { room: ["R1"] } }))
      expect(() => validatePolicy({ [field]: value }, { actions }, "tool options")).toThrow(
        expect.objectContaining({
          path: expect.stringMatching(`^tool options\\.${field}`),
          hint: expect.stringMatching(/^This connector/),
        }),
      );
  });
  test.for([
    ["user", "user"],
    ["x".repeat(60), "x".repeat(60)],
    ["x".repeat(61), `${"x".repeat(60)}…`],
  ] as const)("keeps the name %s, cut to 60 characters", ([name, kept]) =>
    expect(readPolicy({ name }, { actions })).toEqual({ name: kept }),
  );
  test.for(["", " ", 5, null])("refuses the name %j", (name) =>
    expect(() => readPolicy({ name }, { actions })).toThrow(
      expect.objectContaining({
        code: "config_error",
        path: "policy.name",
        message: `policy.name must be a text, got ${JSON.stringify(name)}.`,
      }),
    ),
  );
  test("without any rule returns an empty policy", () => {
    for (const given of [{}, { effects: undefined }]) expect(readPolicy(given, { actions })).toEqual({});
  });
  test("refuses a value that is not a plain object or throws when it is read", () => {
    const throwing = {
      get effects() {
        throw new Error("x");
      },
    };
    for (const given of [new Map([["effects", ["read"]]]), ["read"], throwing])
      expect(() => readPolicy(given, { actions })).toThrow(
        expect.objectContaining({
          code: "config_error",
          path: "policy",
          message: expect.stringMatching(/^policy .*got an/),
          hint: expect.stringContaining('effects: ["read"]'),
        }),
      );
  });
});
