import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";

/** The maximum number of codings. A response with more codings is not decoded. */
const maxCodings = 5;

/**
 * Returns the body of a response without its `content-encoding`. If the header contains an unknown coding, returns
 * the body unchanged, like `fetch`.
 */
export async function decodeBody(message: IncomingMessage, encoding: string | null): Promise<Readable> {
  if (encoding === null || encoding.trim() === "") return message;
  const names = encoding.split(",").map((name) => name.trim().toLowerCase());
  if (names.length > maxCodings || !names.every((name) => Object.hasOwn(decoders, name))) return message;
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
  const streams = [decoders[isRaw ? "deflate-raw" : last!](), ...others.map((name) => decoders[name]())];
  // If one of the streams ends early, `pipeline` destroys the other streams. The receiver gets the error from the
  // last stream.
  pipeline([message, ...streams], () => {});
  return streams.at(-1)!;
}

// Each function loads zlib only when it is called, because many responses need no decoder. Like browsers, the decoders
// accept a body whose compressed data has no end mark.
const zlib = () => process.getBuiltinModule("node:zlib");
const lenient = () => {
  const { Z_SYNC_FLUSH } = zlib().constants;
  return { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
};
const gunzip = (): Transform => zlib().createGunzip(lenient());

const decoders = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: (): Transform => zlib().createInflate(lenient()),
  "deflate-raw": (): Transform => zlib().createInflateRaw(lenient()),
  br: (): Transform => {
    const { BROTLI_OPERATION_FLUSH: flush } = zlib().constants;
    return zlib().createBrotliDecompress({ flush, finishFlush: flush });
  },
  zstd: (): Transform => zlib().createZstdDecompress(),
};

/** Returns the first byte of the body, and leaves this byte in the body. Returns undefined if the body is empty. */
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
