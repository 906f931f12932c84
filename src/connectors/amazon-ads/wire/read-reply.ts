import type { HttpReply, ResponseHeaders } from "../../../core/contract/wire/http-types.ts";
import type { PlatformReply } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict } from "../../../core/ground/json.ts";
import type { AdsOperation } from "../operations/operation.ts";
import { adsError, readRefusal } from "./errors.ts";
import type { Profile } from "./find-profile.ts";
import { idsAsText } from "./ids-as-text.ts";
import { parseBody } from "../../../core/ground/parse-json.ts";

interface RequestFacts {
  name: string;
  operation: AdsOperation;
  repeatable: boolean;
  profileId: string | undefined;
  profiles: readonly Profile[];
  /** Whether the reply is Amazon's answer unchanged. */
  isRaw: boolean;
}

/** @throws ConnectorError if Amazon refused the request, or if the reply is not JSON */
export function readReply({ status, headers, text }: HttpReply, request: RequestFacts): PlatformReply {
  const { name, operation, repeatable, profileId, profiles, isRaw } = request;
  const what = `Amazon Ads ${name}`;
  const body = parseBody(text);
  const request_id = requestIdOf(headers, body);
  if (status >= 400)
    throw adsError(readRefusal(status, body), {
      what,
      operation,
      request_id,
      profileId,
      profiles,
      isRaw,
    });
  if (body === undefined)
    throw new ConnectorError("upstream_invalid_response", `The response to ${what} is not JSON.`, {
      hint: repeatable
        ? "Call again later."
        : "It is unknown whether Amazon performed the operation. Check before you send it again.",
      outcome: repeatable ? "not_started" : "unknown",
      platform: { status, request_id },
    });
  return { body: isRaw ? body : idsAsText(body), headers, platform: { status, request_id } };
}

/** Amazon's support asks for the request id. */
function requestIdOf(headers: ResponseHeaders, body: unknown): string | undefined {
  const inBody = isDict(body) && typeof body.requestId === "string" ? body.requestId : undefined;
  const id = headers.get("x-amz-rid") ?? headers.get("x-amzn-requestid") ?? inBody;
  return id !== undefined && /^[\w-]{1,100}$/.test(id) ? id : undefined;
}
