import type { AuthScheme } from "../../core/contract/auth-scheme.ts";
import type { ConnectorFile, FileConnectFlow } from "../../core/contract/connector-file.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";
import { cleanText } from "../clean-text.ts";
import type { Guess } from "../draft.ts";
import { snakeCase } from "../names.ts";
import { entriesOf, listOf, reach, type Read, textOf } from "./document.ts";

type Forms = Record<string, ConnectorFile["auth"][string]>;

export interface Credentials {
  auth: Forms;
  schemes: Record<string, AuthScheme | AuthScheme[]>;
  /** The consent that gives the form `oauth`. */
  connectFlow?: FileConnectFlow | undefined;
  guesses: Guess[];
  /** Returns the field `auth` of an operation that needs no credentials, or other ones than most operations. */
  authOf(read: Read): { auth?: readonly string[]; scopes?: Readonly<Record<string, readonly string[]>> };
}

interface Part {
  fields: Forms[string];
  scheme: AuthScheme;
}

const maxForms = 8;

/**
 * Reads the credentials of a document. Each set of security schemes that an operation accepts becomes a set of
 * credential fields.
 */
export function credentialsOf(root: Dict, reads: readonly Read[]): Credentials {
  const guesses: Guess[] = [];
  const components = isDict(root.components) ? root.components : {};
  const parts = new Map<string, readonly (readonly [string, Part])[]>();
  for (const [name, given] of entriesOf(components.securitySchemes)) {
    const scheme = reach(root, given);
    const found = isDict(scheme) ? partsOf(name, scheme) : [];
    if (found.length === 0)
      guesses.push({ about: "credentials", says: `The credentials ${cleanText(name, 40)} cannot be sent.` });
    else parts.set(name, found);
  }
  const documents = listOf(root.security);
  const uses = new Map<string, number>();
  const requirementsOf = ({ operation }: Read): readonly unknown[] =>
    Array.isArray(operation.security) ? operation.security : documents;
  for (const read of reads)
    for (const one of requirementsOf(read)) {
      const names = entriesOf(one).map(([name]) => name);
      if (names.length > 0 && names.every((name) => parts.has(name)))
        uses.set(names.join(" + "), (uses.get(names.join(" + ")) ?? 0) + 1);
    }
  // A document can name its schemes, but not say which operations need them.
  if (uses.size === 0) for (const name of parts.keys()) uses.set(name, 1);
  const auth: Forms = {};
  const schemes: Credentials["schemes"] = {};
  for (const [names] of [...uses].sort(([, a], [, b]) => b - a))
    for (const [form, part] of formsOf(names.split(" + "), parts)) {
      if (Object.hasOwn(auth, form) || Object.keys(auth).length >= maxForms) continue;
      auth[form] = part.fields;
      schemes[form] = part.schemes.length === 1 ? part.schemes[0]! : part.schemes;
    }
  if (Object.keys(auth).length === 0 && reads.length > 0)
    guesses.push({
      about: "credentials",
      says: "The document names no credentials. Requests are sent without credentials.",
    });
  const hasDefault = documents.length > 0;
  return {
    auth,
    schemes,
    ...(auth.oauth ? { connectFlow: consentIn(entriesOf(components.securitySchemes).map(([, one]) => reach(root, one))) } : {}), // prettier-ignore
    guesses,
    authOf(read) {
      const all = requirementsOf(read);
      const scopes = scopesOf(all);
      const isOpen = Array.isArray(read.operation.security) && all.every((one) => isDict(one) && Object.keys(one).length === 0); // prettier-ignore
      const isUnsaid = all.length === 0 && !hasDefault && [...uses].length > 0 && usesSecurity(reads);
      return {
        ...(isOpen || isUnsaid ? { auth: [] } : {}),
        ...(scopes.length === 1 ? { scopes: { user: scopes } } : {}),
      };
    },
  };
}

/** Whether the document says anywhere which credentials an operation needs. */
const usesSecurity = (reads: readonly Read[]) =>
  reads.some(({ operation }) => Array.isArray(operation.security) && operation.security.length > 0);

const scopesOf = (requirements: readonly unknown[]): string[] => [
  ...new Set(
    requirements.flatMap((one) => entriesOf(one).flatMap(([, scopes]) => listOf(scopes).filter((scope): scope is string => typeof scope === "string"))), // prettier-ignore
  ),
];

/** The sets of credential fields with which a set of security schemes can be met. */
function formsOf(
  names: readonly string[],
  parts: ReadonlyMap<string, readonly (readonly [string, Part])[]>,
): [string, { fields: Forms[string]; schemes: AuthScheme[] }][] {
  if (names.length === 1)
    return parts.get(names[0]!)!.map(([form, { fields, scheme }]) => [form, { fields, schemes: [scheme] }]);
  const firsts = names.map((name) => parts.get(name)![0]![1]);
  const fields = Object.assign({}, ...firsts.map((part) => part.fields)) as Forms[string];
  return [[names.map(snakeCase).join("_"), { fields, schemes: firsts.map(({ scheme }) => scheme) }]];
}

const field = (description: unknown, otherwise: string) => ({
  description: cleanText(description, 200) || otherwise,
});

function partsOf(name: string, scheme: Dict): (readonly [string, Part])[] {
  const { type, description } = scheme;
  const id = snakeCase(name) || "credentials";
  if (type === "http" && textOf(scheme.scheme).toLowerCase() === "basic")
    return [["basic", { fields: { username: field(undefined, "User name"), password: { ...field(description, "Password"), optional: true, text: true } }, scheme: { kind: "basic", user: "{username}", password: "{password}" } }]]; // prettier-ignore
  if (type === "http" && textOf(scheme.scheme).toLowerCase() === "bearer")
    return [["token", bearer(field(description, "Access token"))]];
  if (type === "openIdConnect") return [["token", bearer(field(description, "Access token"))]];
  if (type === "apiKey") return apiKey(id, scheme);
  if (type !== "oauth2") return [];
  const flows = entriesOf(scheme.flows);
  const token = ["token", bearer(field(undefined, "Access token"))] as const;
  const withCode = flows.find(([flow, one]) => flow === "authorizationCode" && isDict(one) && isAddress(one.tokenUrl)); // prettier-ignore
  const machine = flows.find(([flow, one]) => flow === "clientCredentials" && isDict(one) && isAddress(one.tokenUrl)); // prettier-ignore
  const client = {
    client_id: field(undefined, "Client id"),
    client_secret: field(undefined, "Client secret"),
  };
  const own = { clientId: "{client_id}", clientSecret: "{client_secret}" };
  return [
    token,
    ...(withCode
      ? ([
          [
            "oauth",
            {
              fields: { ...client, refresh_token: field(undefined, "Refresh token") },
              scheme: {
                kind: "oauth2-refresh",
                tokenUrl: textOf((withCode[1] as Dict).refreshUrl) || textOf((withCode[1] as Dict).tokenUrl),
                ...own,
                refreshToken: "{refresh_token}",
              },
            },
          ],
        ] as const) // prettier-ignore
      : []),
    ...(machine
      ? ([
          [
            "client",
            {
              fields: client,
              scheme: {
                kind: "oauth2-client-credentials",
                tokenUrl: textOf((machine[1] as Dict).tokenUrl),
                ...own,
              },
            },
          ],
        ] as const) // prettier-ignore
      : []),
  ];
}

/** Reads the first consent flow of the security schemes. */
function consentIn(schemes: readonly unknown[]): FileConnectFlow | undefined {
  const flows = schemes.map((one) =>
    isDict(one) && isDict(one.flows) ? one.flows.authorizationCode : undefined,
  );
  const flow = flows.find((one) => isDict(one) && isAddress(one.authorizationUrl) && isAddress(one.tokenUrl));
  if (!isDict(flow)) return undefined;
  const words = entriesOf(flow.scopes).slice(0, 1000);
  return {
    authorizeUrl: textOf(flow.authorizationUrl),
    tokenUrl: textOf(flow.tokenUrl),
    ...(words.length > 0
      ? {
          scopeParam: "scope",
          scopeWords: Object.fromEntries(
            words.map(([scope, says]) => [scope, cleanText(says, 200) || scope]),
          ),
        }
      : {}),
    needs: [
      "An OAuth application of the platform, with the address of your application to which people come back.",
    ],
  };
}

const isAddress = (value: unknown) => typeof value === "string" && URL.canParse(value);

const bearer = (token: Forms[string][string]): Part => ({
  fields: { access_token: token },
  scheme: { kind: "bearer", token: "{access_token}" },
});

function apiKey(id: string, { in: place, name, description }: Dict): (readonly [string, Part])[] {
  if (typeof name !== "string" || !/^[\w.[\]-]{1,100}$/.test(name)) return [];
  const key = field(description, "API key");
  if (place === "query") return [[id, { fields: { [id]: key }, scheme: { kind: "query", name, value: `{${id}}` } }]]; // prettier-ignore
  if (place !== "header" || /^(cookie|host)$/i.test(name)) return [];
  return [[id, { fields: { [id]: key }, scheme: { kind: "header", name, value: `{${id}}` } }]];
}
