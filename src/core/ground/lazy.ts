/** Returns a function that calls `make` on its first call, and then always returns the same value. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
