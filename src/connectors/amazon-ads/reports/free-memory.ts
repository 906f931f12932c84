/** Bytes from which freeing is worth its cost. */
const worthFreeing = 1 << 16;

/**
 * Frees the memory of a large array before the garbage collector runs. V8 reads and writes all typed arrays about 15
 * % slower after the first array was freed this way, so small arrays are not freed. Does nothing in a runtime without
 * `ArrayBuffer.prototype.transfer`, such as Node 20.
 */
export function freeMemory({ buffer }: { readonly buffer: ArrayBuffer }): void {
  if (buffer.byteLength >= worthFreeing) detach(buffer);
}

/** Frees the memory of a buffer of any size. */
export function detach(buffer: ArrayBuffer): void {
  (buffer as { transfer?: (length: number) => ArrayBuffer }).transfer?.(0);
}
