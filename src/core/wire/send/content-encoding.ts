import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";

/** Responses with more codings are not decoded. */
const maxCodings = 5;

/**
 * Removes the `content-encoding` of a body. Like `fetch`, returns the body unchanged if the header contains an
 * unknown coding.
 */
export async function decodeBody(message: IncomingMessage, encoding: string | null): Promise<Readable> {
  if (encoding === null || encoding.trim() === "") return message;
  const names = encoding.split(",").map((name) => name.trim().toLowerCase());
  if (names.length > maxCodings || !names.every(isKnown)) return message;
  // The coding that was applied last is removed first.
  const [last, ...others] = names.reverse() as (keyof typeof decoders)[];
  const { pipeline, Readable } = process.getBuiltinModule("node:stream");
  let isRaw = false;
  if (last === "deflate") {
    const first = await firstByte(message);
    if (first === undefined) return Readable.from([]);
    // Some servers send `deflate` without the header of zlib. With the header, the lower half of the first byte is 8.
    isRaw = first % 16 !== 8;
  }
  const streams = [isRaw ? inflateRaw() : decoders[last!](), ...others.map((name) => decoders[name]())];
  // If one of the streams ends early, `pipeline` destroys the other streams. The receiver gets the error from the
  // last stream.
  pipeline([message, ...streams], () => {});
  return streams.at(-1)!;
}

// Loaded on demand, because many responses are not compressed.
const zlib = () => process.getBuiltinModule("node:zlib");
// Like browsers, the decoders accept compressed data without an end mark.
const lenient = () => {
  const { Z_SYNC_FLUSH } = zlib().constants;
  return { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
};
const gunzip = (): Transform => zlib().createGunzip(lenient());
const inflateRaw = (): Transform => zlib().createInflateRaw(lenient());

const decoders = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: (): Transform => zlib().createInflate(lenient()),
  br: (): Transform => {
    const { BROTLI_OPERATION_FLUSH: flush } = zlib().constants;
    return zlib().createBrotliDecompress({ flush, finishFlush: flush });
  },
  zstd: (): Transform => zlib().createZstdDecompress(),
};

// Node before version 22.15 has no zstd.
const isKnown = (name: string): boolean =>
  Object.hasOwn(decoders, name) && (name !== "zstd" || typeof zlib().createZstdDecompress === "function");

/** Returns the first byte of the body and leaves it in the body. Returns undefined for an empty body. */
const firstByte = (message: IncomingMessage): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    message.once("error", reject);
    // An empty body can end without the event `readable`.
    message.once("end", () => resolve(undefined));
    message.once("readable", () => {
      const chunk = message.read() as Uint8Array | null;
      if (chunk) message.unshift(chunk);
      resolve(chunk?.[0]);
    });
  });
