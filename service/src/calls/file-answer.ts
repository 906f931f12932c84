import { ConnectorError, type Meta } from "agent-connectors";
import { knownError } from "../http/problem.ts";

/**
 * A file on its way through, no faster than the client takes it. Its first bytes are waited for: what fails before them is
 * an answer of its own, what fails after them breaks the connection. `ended` is told once how it went.
 * @param signal ends the wait for the first bytes
 */
export async function passOn(
  file: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  ended: (outcome: string) => void,
): Promise<ReadableStream<Uint8Array>> {
  const reader = file.getReader();
  const abort = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  const first = await reader.read();
  signal.removeEventListener("abort", abort);
  if (signal.aborted) throw new ConnectorError("aborted", "The file did not begin in time.");
  let over = false;
  const end = (outcome: string) => {
    if (!over) ended(outcome);
    over = true;
  };
  let next: typeof first | undefined = first;
  return new ReadableStream(
    {
      async pull(own) {
        try {
          const { done, value } = next ?? (await reader.read());
          next = undefined;
          if (over) return;
          if (!done) return own.enqueue(value);
          end("ok");
          own.close();
        } catch (error) {
          end(knownError(error).code);
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

/** The bytes themselves, as a download. Their size is told, not promised: the length of the answer is that of what comes. */
export function fileResponse(
  file: ReadableStream<Uint8Array>,
  { filename: name = "download", content_type: type = "", size }: Meta,
): Response {
  const disposition = [
    "attachment",
    `filename="${name.replace(/[^\w.-]/g, "_").slice(0, 100)}"`,
    `filename*=UTF-8''${encoded(name.slice(0, 200))}`,
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

/** By RFC 8187, which takes fewer characters than an address does. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** `text/plain; charset=utf-8`: nothing that could make another header of it. */
const mediaType = /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=("[\w .+-]*"|[\w.+-]*))*$/;
