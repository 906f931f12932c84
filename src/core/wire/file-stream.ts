import type { FileStream, FileStreamOptions } from "../contract/http-types.ts";
import { ConnectorError } from "../ground/errors.ts";
import { faultCode } from "./network-fault.ts";

/**
 * The body of an answer as its reader gets it: nothing is read ahead of the reader, no timer runs while nobody reads, and
 * every way in which it can fail is a ConnectorError that says how far it came.
 */
export function fileStream(body: ReadableStream<Uint8Array> | null, reading: FileStreamOptions): FileStream {
  const { what, idleMs, signal, close, cap } = reading;
  if (!body) return new ReadableStream({ start: (own) => own.close() });
  const reader = (body as FileStream).getReader();
  let own: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  let size = 0;
  let ended = false;
  /** Both: a body may not hear of the end of its request, nor the request of the end of its body. */
  const leave = () => {
    ended = true;
    signal?.removeEventListener("abort", abort);
    reader.cancel().catch(() => {});
    close();
  };
  const fail = (error: ConnectorError) => {
    if (ended) return;
    own.error(error);
    leave();
  };
  const abort = () =>
    fail(new ConnectorError("aborted", `${what} was aborted by the caller after ${size} bytes.`));

  const stream: FileStream = new ReadableStream(
    {
      start: (controller) => void (own = controller),
      async pull() {
        const timer = setTimeout(() => fail(stalled(what, idleMs, size)), idleMs);
        try {
          const { done, value } = await reader.read();
          if (ended) return;
          size += value?.byteLength ?? 0;
          if (cap && size > cap.most) return fail(cap.exceeded());
          if (value) return own.enqueue(value);
          ended = done;
          signal?.removeEventListener("abort", abort);
          own.close();
        } catch (error) {
          fail(broken(what, size, error));
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: leave,
    },
    // Nothing ahead: what is not asked for stays at the other end of the connection.
    { highWaterMark: 0 },
  );
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  return stream;
}

/** How many bytes the answer says that it has, where that can be told. */
export function announcedSize(headers: Headers): number | undefined {
  const length = headers.get("content-length") ?? "";
  // Of a packed answer it is the size of the pack.
  return /^\d{1,15}$/.test(length) && !headers.has("content-encoding") ? Number(length) : undefined;
}

const again = "The file is not whole: ask for it again.";

const stalled = (what: string, idleMs: number, size: number) =>
  new ConnectorError("upstream_timeout", `${what}: after ${size} bytes nothing came for ${idleMs} ms.`, {
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
