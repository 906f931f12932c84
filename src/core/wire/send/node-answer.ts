import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { Answer } from "../../contract/wire/sender.ts";
import { decodeBody } from "./content-encoding.ts";
import { decodeText } from "./response-body.ts";

/** Makes an answer from a response of Node. The body is read only on demand. */
export function answerOf(message: IncomingMessage): Answer {
  const status = message.statusCode ?? 0;
  const headers = headersOf(message.rawHeaders);
  const body = () => decodeBody(message, headers.get("content-encoding"));
  return {
    status,
    headers,
    isRedirect: status >= 300 && status < 400,
    text: async (most) => readText(await body(), most),
    stream: () => streamOf(body, () => message.destroy()),
    async cancel() {
      // After a whole body, the connection can be reused.
      if (message.complete) message.resume();
      else message.destroy();
    },
  };
}

/** `raw`: the name of the first header, its value, the name of the second header, and so on. */
function headersOf(raw: readonly string[]): Answer["headers"] {
  const get = (name: string): string | null => {
    const wanted = name.toLowerCase();
    let found: string | null = null;
    for (let index = 0; index < raw.length; index += 2)
      if (raw[index]!.length === wanted.length && raw[index]!.toLowerCase() === wanted)
        found = found === null ? raw[index + 1]! : `${found}, ${raw[index + 1]!}`;
    return found;
  };
  return {
    get,
    has: (name) => get(name) !== null,
    *[Symbol.iterator]() {
      for (let index = 0; index < raw.length; index += 2) yield [raw[index]!, raw[index + 1]!] as const;
    },
  };
}

const readText = (source: Readable, most: number): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    if (source.destroyed) return reject(source.errored ?? endedEarly());
    let isRead = false;
    source.on("data", (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= most) return void chunks.push(chunk);
      isRead = true;
      resolve(undefined);
      source.destroy();
    });
    source.on("end", () => {
      isRead = true;
      resolve(decodeText(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    });
    source.on("error", reject);
    source.on("close", () => {
      // A stream that was destroyed without an error emits only `close`.
      if (!isRead) reject(endedEarly());
    });
  });

const endedEarly = () => new Error("The response ended too early.");

/** Creates a web stream that reads the body only when its reader asks for data. */
function streamOf(body: () => Promise<Readable>, cancel: () => void): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  const open = async () => {
    const source = await body();
    // Without this listener, an error while nobody reads would end the process.
    source.on("error", () => {});
    return source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= await open();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        // Copied, because the memory of the chunk may also contain other data of the connection.
        else controller.enqueue(new Uint8Array(value));
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}
