import type { Dict } from "../../core/ground/json.ts";
import { at, isDict } from "../../core/ground/json.ts";
import { cleanText } from "../clean-text.ts";
import type { Draft } from "../draft.ts";
import { type Method, textOf } from "./document.ts";

/** The fields in which Google's APIs describe an error, and the errors that the HTTP status does not tell apart. */
const errors: NonNullable<Draft["wire"]>["errors"] = {
  code: ["error.errors.0.reason", "error.status", "error"],
  message: ["error.message", "error_description"],
  codes: {
    rateLimitExceeded: "upstream_rate_limited",
    userRateLimitExceeded: "upstream_rate_limited",
    RESOURCE_EXHAUSTED: "upstream_rate_limited",
    UNAUTHENTICATED: "credential_rejected",
  },
};

/** Methods that return the account of the credentials. */
const account = /^(getProfile|getAccount|whoami)$|^about\.get$|^userinfo(\.v2\.me)?\.get$/;

/** Reads the address and the credentials of an API. */
export function headOf(document: Dict, methods: readonly Method[]): Omit<Draft, "actions" | "skipped"> {
  const address = typeof document.rootUrl === "string" ? `${document.rootUrl}${textOf(document.servicePath) ?? ""}` : (textOf(document.baseUrl) ?? ""); // prettier-ignore
  const usesOAuth = isDict(document.auth) && isDict(document.auth.oauth2);
  const who = methods.find(({ resources, name }) => account.test(name) || account.test([...resources.slice(-2), name].join("."))); // prettier-ignore
  const title = textOf(document.canonicalName) ?? textOf(document.title) ?? textOf(document.name) ?? "";
  return {
    kind: `Google Discovery ${[document.name, document.version, document.revision].filter(textOf).join(" ")}`.trim(),
    title: title.replace(/ API$/, ""),
    endpoint: address.replace(/\/$/, ""),
    ...(usesOAuth ? { ...oauth, connectFlow: consentOf(document) } : apiKey),
    wire: { errors },
    ...(who ? { identify: { calls: who.id } } : {}),
    guesses: usesOAuth
      ? []
      : [
          {
            about: "credentials",
            says: "The document names no credentials, so the connector sends an API key in the query.",
          },
        ],
  };
}

const oauth: Pick<Draft, "auth" | "schemes"> = {
  auth: {
    token: { access_token: { description: "OAuth access token of a Google account" } },
    oauth: {
      client_id: { description: "OAuth client id" },
      client_secret: { description: "OAuth client secret" },
      refresh_token: { description: "OAuth refresh token of a Google account" },
    },
  },
  schemes: {
    token: { kind: "bearer", token: "{access_token}" },
    oauth: {
      kind: "oauth2-refresh",
      tokenUrl: "https://oauth2.googleapis.com/token",
      clientId: "{client_id}",
      clientSecret: "{client_secret}",
      refreshToken: "{refresh_token}",
    },
  },
};

/** Without `prompt`, Google gives a refresh token only at the first consent of a person. */
const consentOf = ({ auth }: Dict): NonNullable<Draft["connectFlow"]> => ({
  authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth?access_type=offline&prompt=consent",
  tokenUrl: "https://oauth2.googleapis.com/token",
  scopeParam: "scope",
  scopeWords: Object.fromEntries(
    Object.entries((at(auth, "oauth2.scopes") as Dict | undefined) ?? {}).map(([scope, one]) => [
      scope,
      cleanText(at(one, "description"), 200) || scope,
    ]),
  ),
  needs: [
    "An OAuth client of a Google Cloud project, with the address of your application to which people come back.",
  ],
});

const apiKey: Pick<Draft, "auth" | "schemes"> = {
  auth: { key: { api_key: { description: "API key" } } },
  schemes: { key: { kind: "query", name: "key", value: "{api_key}" } },
};
