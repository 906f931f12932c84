import type { ClientOptions } from "../../../core/contract/client.ts";
import type { Reply } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { fileHosts } from "./regions.ts";

/**
 * Opens a file of a report or an export: a signed address at Amazon's storage, which refuses a request that has an
 * Authorization header, and to which no credential of ours may go. The reply's body is the stream of its bytes.
 */
export async function openFile(
  address: string,
  { download, endpoint, replaced }: ClientOptions,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const what = "Amazon Ads file";
  if (!isFileAddress(address, replaced ? endpoint : undefined))
    throw new ConnectorError(
      "upstream_invalid_response",
      "Amazon Ads gave a file's address that is not Amazon's storage.",
      {
        hint: `Files are read from https addresses that end in ${fileHosts.join(", ")} only.`,
        retryable: false,
      },
    );
  const { status, headers, body } = await download({ what, url: address, signal });
  if (status === 200) return { body, headers };
  await body.cancel();
  // What the storage answers in XML may repeat the signed address; none of it is shown.
  if (status === 403 || status === 400 || status === 404 || status === 410)
    throw new ConnectorError("not_found", "The file's address has expired, or the file is gone.", {
      hint: "Ask for the report again by its id: each answer has a fresh address, good for an hour.",
      platform: { status },
    });
  throw new ConnectorError(
    status === 429 ? "upstream_rate_limited" : "upstream_error",
    `${what}: HTTP ${status}.`,
    {
      hint: "Ask for the report again by its id in a minute.",
      platform: { status },
    },
  );
}

/** Amazon's storage; beside it, where code put another endpoint, that one's host and loopback. */
export function isFileAddress(address: string, replacedBy: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username || url.password) return false;
  if (url.protocol === "https:" && url.port === "" && fileHosts.some((end) => url.hostname.endsWith(end)))
    return true;
  if (replacedBy === undefined) return false;
  const own = new URL(replacedBy);
  return url.protocol === own.protocol && url.hostname === own.hostname;
}
