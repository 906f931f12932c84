import { expect, test } from "vitest";
import type { ExternalRule } from "../../../src/core/contract/audience.ts";
import { enforceExternal, externalRule } from "../../../src/core/policy/enforce-external.ts";

test.each<[ExternalRule, (boolean | undefined)[], ExternalRule]>([
  ["policy", [], "policy"],
  ["policy", [undefined], "policy"],
  ["policy", [undefined, true], "allow"],
  ["policy", [true, false], "refuse"],
  ["allow", [undefined], "allow"],
  ["allow", [false], "refuse"],
  ["refuse", [true], "refuse"],
])("a call with the rule %s and policies with %j follow the rule %s", (asked, policies, rule) => {
  expect(
    externalRule(
      policies.map((external) => ({ external })),
      asked,
    ),
  ).toBe(rule);
});

const call = { entity: "messages", action: "create" };
const shared = { readers: "#partners", external: ["Acme"], hasNames: true, warnings: [] };

test("a write that only the own company reads is never refused", () => {
  for (const rule of ["allow", "policy", "refuse"] as const)
    expect(() => enforceExternal(rule, { ...shared, external: [] }, call)).not.toThrow();
});

test("a refusal names the readers, and what can allow the call", () => {
  expect(() => enforceExternal("allow", shared, call)).not.toThrow();
  const denied = {
    code: "policy_denied",
    outcome: "not_started",
    message: expect.stringContaining("#partners"),
  };
  const errorOf = (rule: ExternalRule) => {
    try {
      enforceExternal(rule, shared, call);
    } catch (error) {
      return error;
    }
    throw new Error("nothing was thrown");
  };
  expect(errorOf("policy")).toMatchObject({
    ...denied,
    hint: expect.stringMatching(/approve.*external: true/),
  });
  expect(errorOf("refuse")).toMatchObject({ ...denied, hint: expect.stringMatching(/external: false/) });
});
