import type { HttpReply, ResponseHeaders } from "../core/contract/wire/http-types.ts";
import {
  ConnectorError,
  type ErrorCode,
  type ErrorFields,
  type Outcome,
  errorTable,
} from "../core/ground/errors.ts";
import { type Dict, isDict, stringAt } from "../core/ground/json.ts";
import { version } from "../version.ts";
import { parseJson } from "../core/ground/parse-json.ts";

interface ReadingOptions {
  changes: boolean;
  field: string | undefined;
  /** `readResponse` adds every error that the service has returned to this set. */
  fromService: WeakSet<ConnectorError>;
}

/**
 * Returns the body or the file of a successful response, or throws the error in the response. `field`: a field that
 * every successful response has.
 */
export function readResponse(
  what: string,
  { status, headers, text, file }: HttpReply,
  { changes, field, fromService }: ReadingOptions,
): unknown {
  if (file) return { file, meta: fileMeta(headers) };
  const body = parseJson(text);
  if (isDict(body) && status >= 200 && status < 300 && (field === undefined || Object.hasOwn(body, field)))
    return body;
  if (isDict(body)) {
    const error = readError(body, changes, versionNote(headers));
    if (error) {
      fromService.add(error);
      throw error;
    }
  }
  throw new ConnectorError(
    "upstream_invalid_response",
    `${what}: the service returned HTTP ${status} and no readable response.`,
    {
      hint: `Check base_url: is it the address of the service?${versionNote(headers)}`,
      outcome: changes ? "unknown" : "not_started",
    },
  );
}

/** Returns a sentence with the versions of the service and of this package, or "" if they are equal or unknown. */
function versionNote(headers: ResponseHeaders): string {
  const service = headers.get("api-version");
  return service === null || service === version || !/^[\w.+-]{1,40}$/.test(service)
    ? ""
    : ` The service has version ${service}, and this package has version ${version}.`;
}

function fileMeta(headers: ResponseHeaders): Dict {
  const disposition = headers.get("content-disposition") ?? "";
  const [, name] = /filename\*=UTF-8''([^;]*)/.exec(disposition) ?? [];
  const [, size] = /; size=(\d{1,15})$/.exec(disposition) ?? [];
  let filename: string | undefined;
  try {
    filename = name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    // If the name cannot be decoded, the file has no `filename`.
  }
  return {
    ...(filename === undefined ? {} : { filename }),
    content_type: headers.get("content-type") ?? "application/octet-stream",
    ...(size === undefined ? {} : { size: Number(size) }),
  };
}

/** Reads an error of the service. Returns undefined for any other body. */
function readError(body: Dict, changes: boolean, note: string): ConnectorError | undefined {
  const code = stringAt(body, "code") ?? stringAt(body, "errors.0.error_code");
  const message = stringAt(body, "message") ?? stringAt(body, "detail");
  if (code === undefined || message === undefined) return undefined;
  const known = Object.hasOwn(errorTable, code);
  const outcome = outcomes.find((one) => one === body.outcome);
  // Every error of the service has an `outcome`, so this body comes from another server.
  if (!known && outcome === undefined) return undefined;
  const fields: ErrorFields = Object.fromEntries(
    Object.entries(fieldTypes).flatMap(([name, isValid]) =>
      isValid(body[name]) ? [[name, body[name]]] : [],
    ),
  );
  const { retryable, ...others } = fields;
  return new ConnectorError(known ? (code as ErrorCode) : "internal", message, {
    ...others,
    ...(known ? {} : { hint: `${others.hint ?? ""}${note}`.trim() || undefined }),
    // A body without an `outcome` may come from another server, such as a proxy.
    outcome: outcome ?? (changes ? "unknown" : "not_started"),
    ...(outcome === undefined && changes ? {} : { retryable }),
  });
}

const outcomes: readonly Outcome[] = ["not_started", "unknown", "partial"];

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";

/** The optional fields of an error, and the checks of their values. */
const fieldTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  hint: isText,
  path: isText,
  issues: Array.isArray,
  retryable: (value) => typeof value === "boolean",
  retry_after: isNumber,
  platform: isDict,
  needed: Array.isArray,
  provided: Array.isArray,
  pending: isDict,
};
