import { expect, test } from "vitest";
import { joinClaims, readRoleRules, rolesOf } from "../../src/operators/role-rules.ts";

const rules = readRoleRules(
  JSON.stringify([
    { claim: "email", value: "boss@example.com", roles: ["admin"] },
    { email_domain: "example.com", roles: ["audit:read"] },
  ]),
  "rules",
);
const email = "boss@example.com";

test.each([
  [{ email, email_verified: true }, ["audit:read", "admin"]],
  [{ email, email_verified: false }, []],
  [{ email, email_verified: "true" }, []],
  [{ email }, []],
  [{ email: [email], email_verified: true }, []],
  [{ email: `boss@evil.example@example.com`, email_verified: true }, []],
])("a rule about the e-mail address counts only a verified address: %j", (claims, roles) => {
  expect(rolesOf(rules, claims)).toEqual(roles);
});

test.each([
  ["another address", { email }, { email: "eve@evil.example", email_verified: true }, []],
  ["no address", { email }, { email_verified: true }, []],
  ["the same address", { email }, { email, email_verified: true }, ["audit:read", "admin"]],
  ["the only address", {}, { email, email_verified: true }, ["audit:read", "admin"]],
])(
  "if the user info calls %s verified, the address of the ID token counts accordingly",
  (_name, idToken, userInfo, roles) => {
    expect(rolesOf(rules, joinClaims(idToken, userInfo))).toEqual(roles);
  },
);
