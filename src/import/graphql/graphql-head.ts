import type { GraphQLSchema } from "graphql";
import { ConnectorError } from "../../core/ground/errors.ts";
import { show } from "../../core/ground/json.ts";
import type { Draft, DraftAction } from "../draft.ts";
import { codePaths, messagePaths } from "./root-selection.ts";

/** Splits the address of the API into the part of the connector and the path of every request. */
export function endpointOf(address: string): { endpoint: string; path: string } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && url.search === "" && url.hash === "" && url.origin !== "null")
    return { endpoint: address.slice(0, address.length - (address.endsWith(url.pathname) ? url.pathname.length : 0)), path: url.pathname }; // prettier-ignore
  throw new ConnectorError("config_error", `The address of the GraphQL API is ${show(address)}.`, {
    path: "server",
    hint: "A GraphQL schema does not contain its address. Give it, such as https://api.example.com/graphql.",
  });
}

/** Codes of errors that several GraphQL servers use. */
const codes: NonNullable<NonNullable<Draft["wire"]>["errors"]>["codes"] = {
  UNAUTHENTICATED: "credential_rejected",
  AUTHENTICATION_ERROR: "credential_rejected",
  FORBIDDEN: "credential_insufficient_scope",
  ACCESS_DENIED: "credential_insufficient_scope",
  NOT_FOUND: "not_found",
  RATELIMITED: "upstream_rate_limited",
  RATE_LIMITED: "upstream_rate_limited",
  THROTTLED: "upstream_rate_limited",
  INTERNAL_SERVER_ERROR: "upstream_error",
};

const account = /^query (viewer|me|currentUser|current_user|whoami)$/;

export function headOf(
  schema: GraphQLSchema,
  endpoint: string,
  title: string,
  actions: readonly DraftAction[],
): Omit<Draft, "actions" | "skipped"> {
  const who = actions.find(({ source, params }) => account.test(source) && params.required === undefined);
  const events = Object.keys(schema.getSubscriptionType()?.getFields() ?? {}).length;
  return {
    kind: "GraphQL",
    title,
    endpoint,
    auth: { token: { access_token: { description: "Access token" } } },
    schemes: { token: { kind: "bearer", token: "{access_token}" } },
    wire: { errors: { code: codePaths, message: messagePaths, codes } },
    ...(who
      ? { identify: { calls: who.source, ...(who.pick === undefined ? {} : { pick: who.pick }) } }
      : {}),
    guesses: [
      {
        about: "credentials",
        says: "A GraphQL schema names no credentials, so the connector sends a bearer token.",
      },
      ...(actions.some(({ operation }) => operation.paging) ? [{ says: "A GraphQL schema does not say how many records a page can have. The limit is 100, unless a text says another number." }] : []), // prettier-ignore
      ...(events > 0
        ? [{ says: `The schema has ${events} subscriptions to events, which are left out.` }]
        : []),
    ],
  };
}
