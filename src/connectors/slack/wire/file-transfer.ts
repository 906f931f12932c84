import type { PlatformClientOptions, SendOptions } from "../../../core/contract/client.ts";
import type { PlatformReply } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { fileOrigins } from "./file-origins.ts";

// Files go only to Slack's file hosts, and come only from these hosts. A server that replaces Slack, such as a sandbox,
// also replaces the file hosts.
// https://docs.slack.dev/messaging/working-with-files

/** Slack's maximum size of a file, in bytes. */
export const maxFileBytes = 1024 ** 3;

/** Uploads bytes to `args.url`, or downloads the file at `args.url` as a stream. */
export function transfer(
  direction: "upload" | "download",
  args: Dict,
  token: string,
  options: PlatformClientOptions,
  { signal, waits }: Omit<SendOptions, "repeatable">,
): Promise<PlatformReply> {
  const url = fileAddress(args.url, options);
  return direction === "upload"
    ? upload(url, args.bytes as Uint8Array<ArrayBuffer>, options, { signal, waits })
    : fetchFile(url, Number(args.max_bytes), token, options, signal);
}

/** Sends bytes without a token. The request is repeatable, because only a later request completes the upload. */
async function upload(
  url: string,
  body: Uint8Array<ArrayBuffer>,
  { http }: PlatformClientOptions,
  { signal, waits }: Omit<SendOptions, "repeatable">,
): Promise<PlatformReply> {
  const what = "Slack file upload";
  return http({
    what,
    method: "POST",
    url,
    headers: { "content-type": "application/octet-stream" },
    body,
    repeatable: true,
    signal,
    waits,
    read({ status, headers }) {
      if (status === 200) return { body: {}, headers };
      throw new ConnectorError("upstream_rejected", `${what} failed with HTTP ${status}.`, {
        hint: "Nothing was shared. Call again with the same file.",
        platform: { status },
      });
    },
  });
}

async function fetchFile(
  url: string,
  most: number,
  token: string,
  options: PlatformClientOptions,
  signal: AbortSignal | undefined,
): Promise<PlatformReply> {
  const what = "Slack file";
  let signsIn = false;
  const { status, headers, body } = await options
    .download({
      what,
      url,
      headers: { authorization: `Bearer ${token}` },
      follow(next) {
        signsIn = isSignInAddress(next);
        return isFileAddress(next, options);
      },
      cap: { most, exceeded: () => tooLarge(most) },
      signal,
    })
    .catch((error: unknown) => {
      throw signsIn ? noAccess() : error;
    });
  const fail = async (
    code: "not_found" | "upstream_error" | "upstream_rate_limited",
    message: string,
    hint: string,
  ) => {
    await body.cancel();
    return new ConnectorError(code, `${what}: ${message}`, { hint, platform: { status } });
  };
  if (status === 404 || status === 410)
    throw await fail("not_found", "it no longer exists.", "files.list shows the files that exist.");
  if (status === 401 || status === 403) {
    await body.cancel();
    throw noAccess(status);
  }
  if (status !== 200)
    throw await fail(
      status === 429 ? "upstream_rate_limited" : "upstream_error",
      `HTTP ${status}.`,
      "Call again in a minute.",
    );
  return { body, headers };
}

/** Creates the error for a file that the token cannot read. Slack sends an error status or its sign-in page. */
export const noAccess = (status?: number): ConnectorError =>
  new ConnectorError(
    "credential_insufficient_scope",
    "Slack file: the token needs the scope files:read and access to the file.",
    {
      hint: "Add files:read to the Slack app, or share the file with it.",
      needed: ["files:read"],
      ...(status === undefined ? {} : { platform: { status } }),
    },
  );

/** Matches an address such as `https://acme.slack.com/?redir=%2Ffiles-pri%2FT1-F1%2Fa.txt`. */
const isSignInAddress = (address: string): boolean =>
  /^https:\/\/[a-z0-9.-]+\.slack\.com\/(?:signin\b|[^?#]{0,100}\?(?:[^#]{0,500}&)?redir=)/.test(address);

export const tooLarge = (most: number): ConnectorError =>
  new ConnectorError("upstream_response_too_large", `Slack file: it has more than ${most} bytes.`, {
    hint:
      most < maxFileBytes
        ? `Pass a larger max_bytes, at most ${maxFileBytes}.`
        : "Give the user the file's permalink instead. files.get returns it.",
  });

function fileAddress(url: unknown, options: PlatformClientOptions): string {
  const address = typeof url === "string" ? url : "";
  if (!isFileAddress(address, options))
    throw new ConnectorError("upstream_invalid_response", "The file is not on one of Slack's file hosts.", {
      hint: "Nothing was sent to this address. Instead of a download, give the user the permalink, which files.get returns.",
      retryable: false,
    });
  const { replaced, endpoint } = options;
  if (!replaced || new URL(address).host === new URL(endpoint).host) return address;
  const { pathname, search } = new URL(address);
  return new URL(endpoint).origin + pathname + search;
}

/**
 * Returns true for an address on one of Slack's file hosts, or on the server that replaces Slack. Returns false if
 * the address contains a user name or a password.
 */
export function isFileAddress(
  address: string,
  { replaced, endpoint }: Pick<PlatformClientOptions, "replaced" | "endpoint">,
): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, username, password, protocol, port, hostname } = new URL(address);
  if (username !== "" || password !== "") return false;
  if (fileOrigins.includes(origin)) return true;
  const own = new URL(endpoint);
  const same = own.hostname === hostname || (isLoopback(own.hostname) && isLoopback(hostname));
  return replaced && own.protocol === protocol && own.port === port && same;
}

const isLoopback = (hostname: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
