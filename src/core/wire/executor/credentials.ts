import { basic } from "../basic-authentication.ts";
import type { AuthScheme, AuthSchemes, OAuthScheme } from "../../contract/auth-scheme.ts";
import { ConnectorError } from "../../ground/errors.ts";

export interface Authorization {
  headers: Record<string, string>;
  query: readonly (readonly [name: string, value: string])[];
}

type Credentials = Readonly<Record<string, string>>;

/** A scheme that needs no request to get a token. */
type StaticScheme = Exclude<AuthScheme, OAuthScheme>;

export const isOAuth = (scheme: AuthScheme): scheme is OAuthScheme =>
  scheme.kind === "oauth2-refresh" || scheme.kind === "oauth2-client-credentials";

/** Finds `api_key` in `Token {api_key}`. */
export const fieldsIn = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);

/** Fills credentials into a template. Returns undefined if a credential field is absent. */
export function fillTemplate(template: string, credentials: Credentials): string | undefined {
  const names = fieldsIn(template);
  if (names.some((name) => !Object.hasOwn(credentials, name))) return undefined;
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => credentials[name]!);
}

/** Returns the schemes of an operation, in the order in which they are applied. */
export function schemesOf(
  schemes: AuthSchemes,
  names: readonly string[] | undefined,
  form: string,
): readonly AuthScheme[] {
  const used = names ?? (Object.hasOwn(schemes, form) ? [form] : []);
  return used.flatMap((name) => schemes[name]!);
}

/** @throws ConnectorError `credentials_mismatch` if the credentials lack a field that the scheme needs */
export function applyScheme(scheme: StaticScheme, credentials: Credentials, what: string): Authorization {
  const fill = (...templates: string[]): string[] => {
    const missing = templates.flatMap(fieldsIn).filter((name) => !Object.hasOwn(credentials, name));
    if (missing.length === 0) return templates.map((template) => fillTemplate(template, credentials)!);
    throw new ConnectorError("credentials_mismatch", `${what} needs the credentials ${missing.join(", ")}.`, {
      path: `auth.${missing[0]}`,
      hint: "Connect again with credentials of the form that has these fields.",
    });
  };
  switch (scheme.kind) {
    case "bearer":
      return { headers: { authorization: `Bearer ${fill(scheme.token)[0]}` }, query: [] };
    case "basic": {
      const [user, password] = fill(scheme.user, scheme.password);
      return { headers: { authorization: basic(user!, password!) }, query: [] };
    }
    case "header": {
      const value = fillTemplate(scheme.value, credentials);
      return { headers: value === undefined ? {} : { [scheme.name.toLowerCase()]: value }, query: [] };
    }
    case "query": {
      const value = fillTemplate(scheme.value, credentials);
      return { headers: {}, query: value === undefined ? [] : [[scheme.name, value]] };
    }
  }
}
