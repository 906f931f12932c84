export async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/**
 * Compresses an empty JSON array of `bytes` bytes, with spaces between the brackets. The data is created while the
 * caller reads the stream.
 */
export function gzipOfSpaces(bytes: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(1024 * 1024).fill(0x20);
  let left = bytes - 2;
  const plain = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("[")),
    pull: (controller) => {
      if (left > 0) {
        controller.enqueue(chunk.slice(0, Math.min(left, chunk.length)));
        left -= chunk.length;
      } else {
        controller.enqueue(new TextEncoder().encode("]"));
        controller.close();
      }
    },
  });
  return plain.pipeThrough(new CompressionStream("gzip"));
}
