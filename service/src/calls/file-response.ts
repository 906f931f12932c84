import { ConnectorError, type Meta } from "agent-connectors";
import { toConnectorError } from "../operations/faults.ts";

/**
 * Waits for the first bytes of a file, and returns a stream that reads no faster than its consumer. If a failure
 * happens before the first bytes, it is thrown. If it happens later, the stream ends with an error.
 * @param signal aborts the wait for the first bytes
 * @param onEnd called once, with the outcome of the transfer
 */
export async function startFile(
  file: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onEnd: (outcome: string) => void,
): Promise<ReadableStream<Uint8Array>> {
  const reader = file.getReader();
  const abort = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  const first = await reader.read();
  signal.removeEventListener("abort", abort);
  if (signal.aborted) throw new ConnectorError("aborted", "The download did not start in time.");
  let ended = false;
  const end = (outcome: string) => {
    if (!ended) onEnd(outcome);
    ended = true;
  };
  let next: typeof first | undefined = first;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = next ?? (await reader.read());
          next = undefined;
          if (ended) return;
          if (!done) return controller.enqueue(value);
          end("ok");
          controller.close();
        } catch (error) {
          end(toConnectorError(error).code);
          throw error;
        }
      },
      cancel(reason) {
        end("aborted");
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Returns the response with the file. The size is in `content-disposition`, because a file may be cut off and a
 * `content-length` would then be wrong.
 */
export function fileResponse(
  file: ReadableStream<Uint8Array>,
  { filename: name = "download", content_type: type = "", size }: Meta,
): Response {
  const disposition = [
    "attachment",
    `filename="${name.replace(/[^\w.-]/g, "_").slice(0, 100)}"`,
    `filename*=UTF-8''${encodeExtendedValue(name.slice(0, 200))}`,
    ...(size === undefined ? [] : [`size=${size}`]),
  ];
  return new Response(file, {
    headers: {
      "content-type": mediaType.test(type) ? type : "application/octet-stream",
      "content-disposition": disposition.join("; "),
      "x-content-type-options": "nosniff",
    },
  });
}

/** Encodes a text as in RFC 8187, which allows fewer unencoded characters than encodeURIComponent. */
const encodeExtendedValue = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Returns the media type, such as `text/plain; charset=utf-8`, without characters that could start another header. */
const mediaType = /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=("[\w .+-]*"|[\w.+-]*))*$/;
