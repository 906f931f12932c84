import type { FileConnectFlow } from "../contract/connector-file.ts";
import type { ConnectFlow, ConnectTarget, GrantedCredentials } from "../contract/connect-flow.ts";
import type { CredentialForms } from "../contract/definition.ts";
import { stringAt } from "../ground/json.ts";
import { type Field, type Fields, mapOf, object, oneOf, text, texts } from "./data-fields.ts";
import { issuedTokens } from "../wire/token-request.ts";

const address: Field = {
  is: (value) =>
    typeof value === "string" && /^https?:\/\/[^\s{}]{1,1000}$/.test(value) && URL.canParse(value),
  says: "must be an address",
};

const fields: Fields<FileConnectFlow> = {
  authorizeUrl: { ...address, required: true },
  tokenUrl: { ...address, required: true },
  token: text(60),
  scopeParam: text(60),
  scopeSeparator: oneOf([" ", ","]),
  scopes: texts,
  scopeWords: mapOf(text(500)),
  clientAuth: oneOf(["basic", "body"]),
  pkce: oneOf(["always", "public"]),
  credentials: mapOf(oneOf(["client_id", "client_secret", "access_token", "refresh_token"])),
  account: object({ id: { ...text(200), required: true }, name: text(200) }),
  user: text(200),
  needs: { ...texts, required: true },
};

export const flowField = object(fields);

/** Makes the flow from the data of a connector file. `auth`: the forms of credentials, of which the flow fills one. */
export function flowFromData(flow: FileConnectFlow, auth: CredentialForms): ConnectFlow {
  const {
    token = "user",
    scopeParam,
    scopes,
    scopeSeparator = " ",
    scopeWords = {},
    credentials = {},
  } = flow;
  return {
    addresses: (target) => ({
      authorize: addressAt(flow.authorizeUrl, target),
      token: addressAt(flow.tokenUrl, target),
    }),
    tokens: {
      [token]: { ...(scopeParam === undefined ? {} : { scopeParam }), ...(scopes ? { scopes } : {}) },
    },
    scopeSeparator,
    clientAuth: flow.clientAuth ?? "body",
    pkce: flow.pkce ?? "public",
    scopeWords: async () => scopeWords,
    refusals: {
      invalid_grant: {
        code: "connect_invalid",
        message:
          "The platform does not accept the code: it was used, is too old, or the redirect address differs.",
        hint: "Start the connection again.",
      },
    },
    needs: flow.needs,
    read(body, application, now) {
      const tokens = issuedTokens(body);
      if (!tokens) return [];
      const values: Readonly<Record<string, string | undefined>> = {
        ...application,
        ...tokens,
        expires_in: undefined,
      };
      const filled = fillForm(auth, (name) => values[credentials[name] ?? name]);
      if (!filled) return [];
      const { expires_in: seconds } = tokens;
      const expires = filled.refresh_token === undefined && seconds !== undefined;
      const id = flow.account?.id === undefined ? undefined : stringAt(body, flow.account.id);
      const user = flow.user === undefined ? undefined : stringAt(body, flow.user);
      const grant: GrantedCredentials = {
        token,
        auth: filled,
        ...("refresh_token" in filled && !("access_token" in filled) ? { issued: tokens } : {}),
        scopes: stringAt(body, "scope")?.split(/[ ,]+/).filter(Boolean) ?? [],
        ...(expires ? { expires_at: now + seconds * 1000 } : {}),
        ...(id === undefined ? {} : { account: { id, name: stringAt(body, flow.account?.name ?? "") } }),
        ...(user === undefined ? {} : { user }),
      };
      return [grant];
    },
  };
}

/** Returns the form whose fields are all known. Prefers a form with a refresh token, because other tokens can expire. */
function fillForm(auth: CredentialForms, valueOf: (name: string) => string | undefined) {
  const filled = Object.values(auth).flatMap((form) => {
    const known = Object.keys(form).flatMap((name) => {
      const value = valueOf(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const isWhole = Object.entries(form).every(
      ([name, { optional }]) => optional || valueOf(name) !== undefined,
    );
    return isWhole && known.length > 0 ? [Object.fromEntries(known)] : [];
  });
  return filled.find((one) => "refresh_token" in one) ?? filled[0];
}

/** A sandbox that replaces the platform has all pages at its own address. */
function addressAt(url: string, { endpoint, replaced }: ConnectTarget): string {
  if (!replaced) return url;
  const { pathname, search } = new URL(url);
  return new URL(endpoint).origin + pathname + search;
}
