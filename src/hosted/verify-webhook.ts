import { ConnectorError } from "../core/ground/errors.ts";
import { isDict, type Dict } from "../core/ground/json.ts";
import {
  checkRawBody,
  headerOf,
  isRecent,
  isSigned,
  type SignedRequest,
} from "../core/ground/signed-request.ts";

/** An event of the hosted service. */
export interface WebhookEvent {
  /** The id of the event. Every attempt to send the event has the same id. */
  readonly id: string;
  /** The type, such as `connector.created`. New versions of the service can have new types. */
  readonly type: string;
  /** The ISO time of the event. */
  readonly timestamp: string;
  /** The content. Events about connectors have these fields. */
  readonly data: Dict & {
    readonly connector_id?: string;
    /** The name of the connector's type, such as `slack`. */
    readonly connector_type?: string;
    readonly name?: string;
    readonly external_user_id?: string;
  };
}

export interface WebhookOptions {
  /** The secret of the webhook endpoint, which starts with `whsec_`. */
  secret: string;
  /** The current time, in milliseconds since 1970. Default: the system clock. */
  now?: number | undefined;
}

/**
 * Returns the event in a request of the hosted service. Returns undefined if the request is not signed with this
 * secret, or if it was signed more than five minutes ago. The service can send an event more than once, so ignore an
 * event whose `id` you have already handled. Runs on every runtime with WebCrypto, such as Node, Deno, Bun and edge
 * runtimes.
 * @throws ConnectorError `config_error` if the secret is wrong, or if the body is not the raw body
 */
export async function verifyWebhook(
  request: SignedRequest,
  { secret, now = Date.now() }: WebhookOptions,
): Promise<WebhookEvent | undefined> {
  const key = typeof secret === "string" ? bytesOf(secret.replace(/^whsec_/, "")) : undefined;
  if (key === undefined || key.length < 24)
    throw new ConnectorError(
      "config_error",
      "The secret of the webhook endpoint is missing or not complete.",
      {
        path: "secret",
        hint: "Pass the secret that the service returned when the endpoint was created. It starts with whsec_.",
      },
    );
  checkRawBody(request);
  const id = headerOf(request, "webhook-id");
  const timestamp = headerOf(request, "webhook-timestamp");
  if (id === "" || !isRecent(timestamp, now)) return undefined;
  const signatures = headerOf(request, "webhook-signature")
    .split(" ")
    .filter((part) => part.startsWith("v1,"))
    .map((part) => bytesOf(part.slice(3)))
    .filter((bytes) => bytes !== undefined);
  if (!(await isSigned(request, `${id}.${timestamp}.`, key, signatures))) return undefined;
  const { body } = request;
  const event: unknown = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
  return isDict(event) ? ({ ...event, id } as WebhookEvent) : undefined;
}

/** Decodes base64. Returns undefined for any other text. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
