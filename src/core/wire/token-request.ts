import type { ConnectRefusal } from "../contract/connect-flow.ts";
import type { Http, HttpRequest } from "../contract/wire/http-types.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, isDict } from "../ground/json.ts";
import { parseJson } from "../ground/parse-json.ts";
import { basicOfClient } from "./basic-authentication.ts";

export interface TokenRequest<T> extends Pick<
  HttpRequest<T>,
  "what" | "url" | "repeatable" | "retry" | "signal"
> {
  /** The fields of the body, such as `grant_type`, without the client. */
  form: Readonly<Record<string, string>>;
  client: { client_id: string; client_secret?: string | undefined };
  /** How the client id and the secret are sent. A client without a secret always sends its id in the body. */
  clientAuth: "basic" | "body";
  /** The errors to throw, by the platform's error code. */
  refusals: Readonly<Record<string, ConnectRefusal>>;
  /** The error for any other refusal. */
  refused: Pick<ConnectRefusal, "code" | "hint">;
  /** What to do if the response contains no tokens. */
  missing: string;
  /** Returns undefined if the response contains no tokens. */
  read: (body: Dict) => T | undefined;
}

/**
 * Requests tokens from a token endpoint (RFC 6749 §3.2).
 * @throws ConnectorError with the code of the refusal, or `upstream_invalid_response`
 */
export function requestTokens<T>(http: Http, request: TokenRequest<T>): Promise<T> {
  const { what, url, form, client, clientAuth, refusals, refused, missing, read, ...sending } = request;
  const { client_id, client_secret } = client;
  const basic = clientAuth === "basic" && client_secret !== undefined;
  const inBody = client_secret === undefined ? { client_id } : { client_id, client_secret };
  return http({
    ...sending,
    what,
    method: "POST",
    url,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      ...(basic ? { authorization: basicOfClient(client_id, client_secret) } : {}),
    },
    body: new URLSearchParams({ ...form, ...(basic ? {} : inBody) }).toString(),
    read: ({ status, text }) => {
      const parsed = parseJson(text);
      const body = isDict(parsed) ? parsed : {};
      const { error } = body;
      if (status !== 200 || typeof error === "string") {
        const code = typeof error === "string" && /^[a-z_]{1,60}$/.test(error) ? error : undefined;
        const known = code !== undefined && Object.hasOwn(refusals, code) ? refusals[code] : undefined;
        const message = `${what}: the platform refused the request (${code ?? `HTTP ${status}`}).`;
        throw new ConnectorError((known ?? refused).code, known?.message ?? message, {
          hint: (known ?? refused).hint,
          platform: code === undefined ? { status } : { status, code },
        });
      }
      const found = read(body);
      if (found !== undefined) return found;
      throw new ConnectorError("upstream_invalid_response", `${what}: the response contains no tokens.`, {
        hint: missing,
        platform: { status },
        ...(sending.repeatable ? {} : { retryable: false }),
      });
    },
  });
}

export interface IssuedTokens {
  access_token: string;
  refresh_token: string | undefined;
  /** The number of seconds for which the access token is valid, if the response contains it. */
  expires_in: number | undefined;
}

/** Reads the tokens of a response (RFC 6749 §5.1). Returns undefined if there is no valid access token. */
export function issuedTokens({ access_token, refresh_token, expires_in }: Dict): IssuedTokens | undefined {
  if (!isToken(access_token)) return undefined;
  return {
    access_token,
    refresh_token: isToken(refresh_token) ? refresh_token : undefined,
    expires_in: Number(expires_in) > 0 ? Number(expires_in) : undefined,
  };
}

/** Returns whether a value has only characters that a header can contain. */
const isToken = (value: unknown): value is string =>
  typeof value === "string" && /^[\x21-\x7e]{1,8192}$/.test(value);
