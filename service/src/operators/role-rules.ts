import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { roles, type Role } from "./roles.ts";

const given = z.array(z.enum(roles)).min(1);

/** The rules that give roles to people who sign in at an OpenID provider. */
const roleRules = z.array(
  z.union([
    z.strictObject({ claim: z.string().min(1).max(200), value: z.string().min(1).max(500), roles: given }),
    z.strictObject({ email_domain: z.string().regex(/^[a-z0-9.-]+\.[a-z]{2,}$/), roles: given }),
  ]),
);
export type RoleRule = z.output<typeof roleRules>[number];

/** The claims of an OpenID provider about a person. */
export type IdentityClaims = Readonly<Record<string, unknown>>;

/**
 * Joins the claims of the ID token and of the user info. If both contain a claim, the ID token wins. The user
 * info's `email_verified` counts only for the e-mail address in the user info.
 */
export function joinClaims(idToken: IdentityClaims, userInfo: IdentityClaims): IdentityClaims {
  const { email_verified: _, ...others } = userInfo;
  const isOther = idToken["email"] !== undefined && idToken["email"] !== userInfo["email"];
  return { ...(isOther ? others : userInfo), ...idToken };
}

/**
 * Reads rules from JSON. `name`: the setting that contains the JSON, for the error message.
 * @throws ConnectorError `config_error`
 */
export function readRoleRules(json: string, name: string): readonly RoleRule[] {
  const read = roleRules.safeParse(parseJson(json));
  if (read.success) return read.data;
  throw new ConnectorError("config_error", `${name} is not a JSON array of rules.`, {
    path: name,
    hint: `Write rules like [{"claim": "groups", "value": "ops", "roles": ["admin"]}, {"email_domain": "example.com", "roles": ["audit:read"]}]. Roles: ${roles.join(", ")}.`,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the roles of all rules that match the claims. */
export const rolesOf = (rules: readonly RoleRule[], claims: IdentityClaims): readonly Role[] =>
  roles.filter((role) => rules.some((rule) => rule.roles.includes(role) && matches(rule, claims)));

function matches(rule: RoleRule, claims: IdentityClaims): boolean {
  if ("email_domain" in rule)
    return verifiedEmailOf(claims)?.toLowerCase().split("@").at(-1) === rule.email_domain;
  const value = valueOf(rule.claim, claims);
  return Array.isArray(value) ? value.includes(rule.value) : value === rule.value;
}

/** Returns the value of a claim. Skips an unverified e-mail address, because it could belong to somebody else. */
function valueOf(claim: string, claims: IdentityClaims): unknown {
  if (claim === "email") return verifiedEmailOf(claims);
  return Object.hasOwn(claims, claim) ? claims[claim] : undefined;
}

/** Returns the e-mail address if the provider has checked that the address belongs to the person. */
export const verifiedEmailOf = ({ email, email_verified }: IdentityClaims): string | undefined =>
  email_verified === true && typeof email === "string" && /^[^@]+@[^@]+$/.test(email) ? email : undefined;
