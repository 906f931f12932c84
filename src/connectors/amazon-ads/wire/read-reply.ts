import type { HttpReply, ResponseHeaders } from "../../../core/contract/http-types.ts";
import type { Reply } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { parseLossless } from "../../../core/ground/lossless-json.ts";
import type { AdsOperation } from "../operations/operation.ts";
import { adsError, readRefusal } from "./errors.ts";
import type { Profile } from "./find-profile.ts";
import { idsAsText } from "./ids-as-text.ts";

/** The facts about a request that are needed to read its reply. */
interface RequestFacts {
  name: string;
  args: Dict;
  operation: AdsOperation;
  repeatable: boolean;
  profileId: string | undefined;
  profiles: readonly Profile[];
}

/** Reads a reply. @throws ConnectorError if Amazon refused the request, or if the reply is not JSON */
export function readReply({ status, headers, text }: HttpReply, request: RequestFacts): Reply {
  const { name, operation, args, repeatable, profileId, profiles } = request;
  const what = `Amazon Ads ${name}`;
  const body = parse(text);
  const request_id = requestIdOf(headers, body);
  if (status >= 400)
    throw adsError(readRefusal(status, body), { what, operation, request_id, profileId, profiles });
  if (body === undefined)
    throw new ConnectorError("upstream_invalid_response", `The response to ${what} is not JSON.`, {
      hint: repeatable
        ? "Call again later."
        : "It is unknown whether Amazon performed the operation. Check before you send it again.",
      outcome: repeatable ? "not_started" : "unknown",
      platform: { status, request_id },
    });
  const converted = idsAsText(body);
  return { body: operation.offset ? pageOf(converted, args) : converted, headers };
}

/**
 * Creates a page from a response that has no page token. If the page is full, adds the index at which the next page
 * starts.
 */
function pageOf(body: unknown, { startIndex = 0, count }: Dict): unknown {
  if (!Array.isArray(body)) return body;
  const full = body.length > 0 && body.length >= Number(count);
  return { items: body, ...(full ? { next: String(Number(startIndex) + body.length) } : {}) };
}

/** Returns the request id, which Amazon's support asks for. */
function requestIdOf(headers: ResponseHeaders, body: unknown): string | undefined {
  const inBody = isDict(body) && typeof body.requestId === "string" ? body.requestId : undefined;
  const id = headers.get("x-amz-rid") ?? headers.get("x-amzn-requestid") ?? inBody;
  return id !== undefined && /^[\w-]{1,100}$/.test(id) ? id : undefined;
}

function parse(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}
