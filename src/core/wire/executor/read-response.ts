import type { HttpReply } from "../../contract/wire/http-types.ts";
import type { ErrorWire, Operation } from "../../contract/wire/operation.ts";
import type { PlatformReply } from "../../contract/run-context.ts";
import { retryHint } from "../../ground/abort.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { at } from "../../ground/json.ts";
import { refusalError } from "./refusal.ts";
import type { SentRequest } from "./sent-request.ts";
import { parseBody } from "../../ground/parse-json.ts";

/**
 * Reads the response to a request. An empty response becomes `{}`.
 * @throws ConnectorError if the platform refused the request, or if the response should be JSON but is not
 */
export function readResponse({ status, headers, text }: HttpReply, sent: SentRequest): PlatformReply {
  const { what, operation, repeatable, redact, requestIdHeader } = sent;
  // Status 304: nothing has changed since the version in the request's headers.
  if (status === 304) return { body: {}, already: "not_modified", headers, platform: { status } };
  const safe = redact(text);
  const id = headers.get(requestIdHeader);
  const platform = { status, request_id: id === null ? undefined : redact(id).slice(0, 100) };
  if (status >= 400) throw refusalError({ body: parseBody(safe), headers, platform }, sent);
  if (operation.response?.kind === "text") return { body: safe, headers, platform };
  const body = parseBody(safe);
  if (body === undefined)
    throw new ConnectorError("upstream_invalid_response", `The response to ${what} is not JSON.`, {
      hint: retryHint(repeatable ? "not_started" : "unknown"),
      outcome: repeatable ? "not_started" : "unknown",
      platform,
    });
  if (hasFailed(operation, body)) throw refusalError({ body, headers, platform }, sent);
  return { body, headers, platform };
}

/** Returns whether a response reports a failure although its status means success. */
function hasFailed({ errors, body: wire }: Operation, body: unknown): boolean {
  const flags = [
    ...(errors?.flag ? [errors.flag] : []),
    ...(wire?.kind === "graphql" ? [graphqlErrors] : []),
  ];
  return flags.some(({ path, equals }) => {
    const found = at(body, path);
    if (equals !== undefined) return found === equals;
    return Array.isArray(found) ? found.length > 0 : Boolean(found);
  });
}

const graphqlErrors: NonNullable<ErrorWire["flag"]> = { path: "errors" };
