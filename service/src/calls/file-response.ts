import { ConnectorError, type Meta } from "agent-connectors";
import { toConnectorError } from "../operations/errors-for-callers.ts";

/**
 * Waits for the first bytes of a file, and returns a stream. The file is read only as fast as the stream is read.
 * Throws if the file fails before its first bytes. A later failure ends the stream with an error.
 * @param signal aborts the wait for the first bytes
 * @param onEnd called once, when the returned stream ends. `outcome` is `ok`, `aborted` or an error code
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
 * Returns a file as a download. Its size is in `content-disposition`, because a `content-length` would be wrong if the
 * download broke off.
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

/** Encodes a text as RFC 8187 requires. `encodeURIComponent` alone would not encode `'`, `(`, `)` and `*`. */
const encodeExtendedValue = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A media type that is valid in a header, such as `text/plain; charset=utf-8`. */
const mediaType = /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=("[\w .+-]*"|[\w.+-]*))*$/;
