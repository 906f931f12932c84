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
    ["is what the rule says", () => "write", "write"],
    ["is the strongest where it cannot tell", () => undefined, "spend"],
    ["is the strongest where it throws", () => { throw new Error("x"); }, "spend"], // prettier-ignore
    ["is the strongest where it says nonsense", () => "harmless", "spend"],
    ["is the strongest where it answers later", () => Promise.resolve("write"), "spend"],
  ])("%s", ([, of, effect]) => expect(effectOf(rule(of), {})).toBe(effect));
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
  ])("%j: %s, which is %s: %s", ([policy, name, effect, allowed]) => {
    const [entity, action] = name.split(".") as [string, string];
    expect(allowsAction(policy, entity, action, effect)).toBe(allowed);
    const judged = () => enforcePolicy(policy, entity, action, effect);
    if (allowed) judged();
    else expect(judged).toThrow(expect.objectContaining({ code: "policy_denied", path: "action", outcome: "not_started" })); // prettier-ignore
  });
  test("an action is offered by its weakest effect, and judged by the actual one", () => {
    const rule = { weakest: "write", strongest: "spend", of: () => undefined } as const;
    expect(allowsAction({ effects: ["write"] }, "a", "b", rule)).toBe(true);
    expect(() => enforcePolicy({ effects: ["write"] }, "a", "b", effectOf(rule, {}))).toThrow(/spend/);
  });
});

describe("a policy that cannot be read is refused", () => {
  test.for<[object, string]>([
    [{ effects: ["raed"] }, "policy.effects"],
    [{ effects: "read" }, "policy.effects"],
    [{ effects: [undefined] }, "policy.effects"],
    [{ effects: { length: 1 } }, "policy.effects"],
    [{ include: ["note"] }, "policy.include"],
    [{ include: "notes" }, "policy.include"],
    [{ exclude: ["notes.remove"] }, "policy.exclude"],
    [{ exclude: [""] }, "policy.exclude"],
    [{ exclude: ["*"] }, "policy.exclude"],
    [{ exclude: [Symbol("x")] }, "policy.exclude"],
    [{ exclude: [null] }, "policy.exclude"],
    [{ exlude: ["notes"] }, "policy.exlude"],
    [{ Effects: ["read"] }, "policy.Effects"],
  ])("%j", ([policy, path]) => {
    expect(() => readPolicy(policy, { actions })).toThrow(
      expect.objectContaining({ code: "config_error", path }),
    );
  });
  test("and one that is read cannot be changed afterwards", () => {
    const effects: Effect[] = ["read"];
    const policy = validatePolicy({ effects, include: ["notes"] }, { actions }, "tool options");
    effects.push("destructive");
    expect(policy).toEqual({ effects: ["read"], include: ["notes"] });
  });
});
