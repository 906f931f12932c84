import type { FileStream, FileStreamOptions, ResponseHeaders } from "../contract/wire/http-types.ts";
import { ConnectorError } from "../ground/errors.ts";
import { faultCode } from "./send/network-fault.ts";

/**
 * Creates a stream that reads only when its reader asks for data. The time limit `idleMs` applies only while a read is
 * pending. Every failure of the stream is a ConnectorError.
 */
export function fileStream(body: ReadableStream<Uint8Array> | null, reading: FileStreamOptions): FileStream {
  const { what, idleMs, signal, close, cap } = reading;
  if (!body) return new ReadableStream({ start: (controller) => controller.close() });
  const reader = (body as FileStream).getReader();
  let output: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  let size = 0;
  let ended = false;
  /** Cancels the body and ends the request, because cancelling the body does not always end the request. */
  const stop = () => {
    ended = true;
    signal?.removeEventListener("abort", abort);
    reader.cancel().catch(() => {});
    close();
  };
  const fail = (error: ConnectorError) => {
    if (ended) return;
    output.error(error);
    stop();
  };
  const abort = () =>
    fail(new ConnectorError("aborted", `${what} was aborted by the caller after ${size} bytes.`));

  const stream: FileStream = new ReadableStream(
    {
      start: (controller) => void (output = controller),
      async pull() {
        const timer = setTimeout(() => fail(stalled(what, idleMs, size)), idleMs);
        try {
          const { done, value } = await reader.read();
          if (ended) return;
          size += value?.byteLength ?? 0;
          if (cap && size > cap.most) return fail(cap.exceeded());
          if (value) return output.enqueue(value);
          ended = done;
          signal?.removeEventListener("abort", abort);
          output.close();
        } catch (error) {
          fail(broken(what, size, error));
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: stop,
    },
    // Without reading ahead, a slow reader also slows down the platform.
    { highWaterMark: 0 },
  );
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  return stream;
}

/** Returns the size of a file in bytes, or undefined if the size is not known. */
export function announcedSize(headers: ResponseHeaders): number | undefined {
  const length = headers.get("content-length") ?? "";
  // With a `content-encoding`, `content-length` is the compressed size.
  return /^\d{1,15}$/.test(length) && !headers.has("content-encoding") ? Number(length) : undefined;
}

const again = "The file is incomplete. Ask for it again.";

const stalled = (what: string, idleMs: number, size: number) =>
  new ConnectorError("upstream_timeout", `${what} sent nothing for ${idleMs} ms after ${size} bytes.`, {
    hint: again,
  });

function broken(what: string, size: number, error: unknown): ConnectorError {
  const fault = faultCode(error);
  return new ConnectorError(
    "upstream_unreachable",
    `${what}: the connection broke after ${size} bytes${fault === undefined ? "" : ` (${fault})`}.`,
    { hint: again },
  );
}
