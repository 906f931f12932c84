import type { HttpReply } from "../../../core/contract/wire/http-types.ts";
import type { PlatformReply } from "../../../core/contract/run-context.ts";
import { ConnectorError, type ErrorFields } from "../../../core/ground/errors.ts";
import { type Dict, at, dicts, isDict } from "../../../core/ground/json.ts";
import { type FailedRequest, failuresOf, slackError } from "./errors.ts";
import { quotePlatform } from "../../../core/ground/quote-others.ts";
import { parseJson } from "../../../core/ground/parse-json.ts";
import { isSlackMessage } from "./known-messages.ts";

interface SentRequest extends FailedRequest {
  args: Dict;
  /** Whether the reply is Slack's whole answer. */
  isRaw: boolean;
}

/** Converts Slack's response to a reply, or throws the error for the response. */
export function readReply(sent: SentRequest, { status, headers, text }: HttpReply): PlatformReply {
  const { name, operation, repeatable, redact, isRaw } = sent;
  const id = headers.get("x-slack-req-id");
  const platform = { status, request_id: id === null ? undefined : redact(id).slice(0, 100) };
  // Remove the token first, so that no result and no error can contain it.
  const body = parseJson(redact(text));
  if (!isDict(body) || typeof body.ok !== "boolean") {
    if (status === 404) throw slackError(sent, { error: "unknown_method" }, platform);
    if (status === 413) throw tooLarge(name, platform);
    throw new ConnectorError("upstream_invalid_response", `Slack ${name} did not return Slack's JSON.`, {
      hint: repeatable ? "Call again later." : "It may have been done. Check before you send it again.",
      outcome: repeatable ? "not_started" : "unknown",
      platform,
    });
  }
  const { ok, warning: _warning, response_metadata, ...rest } = body;
  if (!ok) {
    const already = alreadyDone(body, sent);
    if (already === undefined) throw slackError(sent, body, platform);
    return { body: {}, already, headers };
  }
  if (isRaw) return { body, headers, platform };
  // Keep the cursor at the path from which paging reads it.
  const record =
    isDict(response_metadata) && typeof response_metadata.next_cursor === "string"
      ? { ...rest, response_metadata: { next_cursor: response_metadata.next_cursor } }
      : rest;
  const warnings = warningsOf(body, redact);
  // If nothing had to change, some methods fail with an error code. Other methods succeed with a warning or a flag.
  const already = operation.already?.find((code) => warnings.includes(code) || body[code] === true);
  return { body: record, warnings: warnings.filter((one) => one !== already), already, headers };
}

/** Creates the error for a request that the server did not read, because it is too large. */
const tooLarge = (name: string, platform: NonNullable<ErrorFields["platform"]>) =>
  new ConnectorError("upstream_rejected", `The request of Slack ${name} is too large (HTTP 413).`, {
    hint: "Nothing was done. Shorten the params.",
    platform,
  });

/** Returns the code if it says that nothing had to change. For an invitation, the code must apply to all users. */
function alreadyDone(body: Dict, { operation: { already = [] }, args }: SentRequest): string | undefined {
  // A failed `conversations.leave` has a flag in the response body instead of an error code.
  const code = String(body.error ?? already.find((flag) => body[flag] === true));
  if (!already.includes(code)) return undefined;
  // If Slack cannot invite one user, Slack invites nobody. Users who are missing in the list of errors were not
  // invited either.
  const asked = Array.isArray(args.users) ? new Set(args.users).size : 1;
  const each = dicts(body.errors);
  const same = each.filter((one) => one.error === code).length;
  return (each.length === 0 && asked === 1) || (same === each.length && same >= asked) ? code : undefined;
}

function warningsOf(body: Dict, redact: (text: string) => string): string[] {
  const codes = typeof body.warning === "string" ? body.warning.split(",") : [];
  const listed = at(body, "response_metadata.warnings");
  const texts = Array.isArray(listed) ? listed.filter((one) => typeof one === "string") : [];
  const all = [...codes, ...texts.map((one) => quotePlatform(one, { most: 200, isKnown: isSlackMessage })), ...failuresOf(body)].map((one) => redact(one.trim())); // prettier-ignore
  return [...new Set(all.filter((one) => one !== ""))];
}
