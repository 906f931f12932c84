import type { PlatformClientOptions, SendOptions } from "../../../core/contract/client.ts";
import type { PlatformReply } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { fileHosts } from "./regions.ts";

/** Opens a file without credentials. The address is signed, and the storage refuses an Authorization header. */
export async function openReportFile(
  address: string,
  { download, endpoint, replaced }: PlatformClientOptions,
  signal: AbortSignal | undefined,
): Promise<PlatformReply> {
  checkAddress(address, replaced ? endpoint : undefined);
  const { status, headers, body } = await download({ what: "Amazon Ads file", url: address, signal });
  if (status === 200) return { body, headers };
  // The storage's XML can contain the signed address, so the error does not show the response body.
  await body.cancel();
  if (status === 403 || status === 400 || status === 404 || status === 410)
    throw new ConnectorError("not_found", "The file's address has expired, or the file was deleted.", {
      hint: "Call again with the report's id. Amazon then returns a new address, which is valid for an hour.",
      platform: { status },
    });
  throw new ConnectorError(
    status === 429 ? "upstream_rate_limited" : "upstream_error",
    `The file could not be read from Amazon's storage (HTTP ${status}).`,
    { hint: "Call again with the report's id in a minute.", platform: { status } },
  );
}

/**
 * Sends the bytes of a file without credentials. The request is repeatable, because nobody sees the file before a later
 * request registers it.
 */
export async function putFile(
  address: string,
  body: Uint8Array<ArrayBuffer>,
  { http, endpoint, replaced }: PlatformClientOptions,
  { signal, waits }: Pick<SendOptions, "signal" | "waits">,
): Promise<PlatformReply> {
  checkAddress(address, replaced ? endpoint : undefined);
  return http({
    what: "Amazon Ads upload",
    method: "PUT",
    url: address,
    headers: { "content-type": "application/octet-stream" },
    body,
    repeatable: true,
    signal,
    waits,
    read({ status, headers }) {
      if (status === 200) return { body: {}, headers };
      // The storage's XML can contain the signed address, so the error does not show the response body.
      throw new ConnectorError("upstream_rejected", `Amazon's storage refused the file (HTTP ${status}).`, {
        hint: "Nothing was registered. Call again with the same file.",
        platform: { status },
      });
    },
  });
}

/** @throws ConnectorError `upstream_invalid_response` */
function checkAddress(address: string, replacedBy: string | undefined): void {
  if (isFileAddress(address, replacedBy)) return;
  throw new ConnectorError(
    "upstream_invalid_response",
    "Amazon Ads returned a file address outside Amazon's storage.",
    {
      hint: `Files are transferred only to and from https addresses that end in ${fileHosts.join(", ")}.`,
      retryable: false,
    },
  );
}

/** Matches an address in Amazon's storage, or on the host of `replacedBy`, the server that replaces Amazon. */
function isFileAddress(address: string, replacedBy: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username || url.password) return false;
  if (url.protocol === "https:" && url.port === "" && fileHosts.some((end) => url.hostname.endsWith(end)))
    return true;
  if (replacedBy === undefined) return false;
  const replacement = new URL(replacedBy);
  return url.protocol === replacement.protocol && url.hostname === replacement.hostname;
}
