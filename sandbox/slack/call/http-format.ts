import type { Fields } from "../fields.ts";

export interface ReceivedRequest {
  method: string;
  verb: string;
  contentType: string | undefined;
  token: string | undefined;
  args: Fields;
  /** Codes for the `warning` field of the response. */
  warnings: string[];
  /** The error code. Present only if the body cannot be read. */
  error?: string;
}

/** Returns the method from a path that ends in `/api/<method>`. */
export function methodOf(url: string): string | undefined {
  return /\/api\/+([^/?#]+)\/?(?:[?#]|$)/.exec(url)?.[1];
}

export async function readRequest(
  method: string,
  request: Request,
  takesJson: boolean,
): Promise<ReceivedRequest> {
  const contentType = request.headers.get("content-type") ?? undefined;
  const received: ReceivedRequest = {
    method,
    verb: request.method,
    contentType,
    token: bearer(request.headers.get("authorization")),
    args: {},
    warnings: [],
  };
  const query = request.url.indexOf("?");
  if (query >= 0) addAll(received.args, new URLSearchParams(request.url.slice(query)));
  // Slack ignores a token in the URL, because servers write URLs to logs.
  delete received.args["token"];
  if (request.method === "POST") await readBody(received, request, takesJson);
  return received;
}

async function readBody(received: ReceivedRequest, request: Request, takesJson: boolean): Promise<void> {
  const [type = "", ...parameters] = (received.contentType ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  if (charset && !["utf-8", "utf8", "iso-8859-1"].includes(charset.replaceAll('"', ""))) {
    received.error = "invalid_charset";
  } else if (type === "application/json") {
    const body = await request.text();
    if (!charset) received.warnings.push("missing_charset");
    if (takesJson) readJson(received, body);
  } else if (type === "application/x-www-form-urlencoded") {
    addAll(received.args, new URLSearchParams(await request.text()));
  } else if (type === "multipart/form-data") {
    if (charset) received.warnings.push("superfluous_charset");
    try {
      addAll(received.args, await request.formData());
    } catch {
      received.error = "invalid_form_data";
    }
  } else if ((await request.text()) !== "") {
    received.error = type === "" ? "missing_post_type" : "invalid_post_type";
  }
  readClient(received, request.headers.get("authorization"));
  const { token, ...args } = received.args;
  received.args = args;
  if (typeof token === "string" && type !== "application/json") received.token ??= token;
}

/** Reads the client id and the client secret from HTTP basic authentication. */
function readClient({ args }: ReceivedRequest, header: string | null): void {
  const [, encoded] = /^Basic\s+(\S+)\s*$/i.exec(header ?? "") ?? [];
  if (encoded === undefined) return;
  try {
    const [, id, secret] = /^([^:]*):(.*)$/s.exec(atob(encoded)) ?? [];
    args["client_id"] ??= id;
    args["client_secret"] ??= secret;
  } catch {
    // Slack ignores a header that is not base64.
  }
}

function readJson(received: ReceivedRequest, body: string): void {
  if (body.trim() === "") return;
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
      received.error = "json_not_object";
    else Object.assign(received.args, parsed);
  } catch {
    received.error = "invalid_json";
  }
}

function addAll(args: Fields, entries: URLSearchParams | FormData): void {
  for (const [name, value] of entries) args[name] = typeof value === "string" ? value : value.name;
}

export function bearer(header: string | null): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(header ?? "")?.[1];
}

/** Adds warnings to both `warning` and `response_metadata.warnings`, as Slack does. */
export function withWarnings(answer: Fields, warnings: readonly string[]): Fields {
  if (warnings.length === 0) return answer;
  const metadata = (answer["response_metadata"] ?? {}) as Fields;
  return { ...answer, warning: warnings.join(","), response_metadata: { ...metadata, warnings } };
}

export function respond(answer: Fields, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(JSON.stringify(answer), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
}

/** Creates the response after too many calls. `retryAfter`: the Retry-After header in seconds, or `null` for none. */
export function respondRateLimited(
  retryAfter: number | null,
  headers: Record<string, string> = {},
): Response {
  const wait: Record<string, string> = retryAfter === null ? {} : { "retry-after": String(retryAfter) };
  return respond({ ok: false, error: "ratelimited" }, { ...headers, ...wait }, 429);
}
