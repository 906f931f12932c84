import type { PlatformClientOptions } from "../../contract/client.ts";
import type { PlatformReply } from "../../contract/run-context.ts";
import { readBytes } from "../send/response-body.ts";
import type { SentRequest } from "./sent-request.ts";
import { readResponse } from "./read-response.ts";

/** The most bytes that are read from the response to a failed download. */
const maxErrorBytes = 65_536;

/**
 * Opens the file that an operation returns. A redirect within the platform keeps the headers. A redirect to a file
 * host of the connector removes the headers, because file hosts must not receive credentials.
 */
export async function downloadFile(
  request: { url: string; headers: Record<string, string>; signal: AbortSignal | undefined },
  sent: SentRequest,
  { download }: Pick<PlatformClientOptions, "download">,
): Promise<PlatformReply> {
  const { origin } = new URL(request.url);
  const reply = await download({
    what: sent.what,
    ...request,
    follow: (next) => (new URL(next).origin === origin ? true : "without-headers"),
  });
  const { status, headers, body } = reply;
  if (status === 200) return { body, headers };
  const { bytes } = await readBytes(body, maxErrorBytes);
  return readResponse({ status, headers, text: new TextDecoder().decode(bytes) }, sent);
}
