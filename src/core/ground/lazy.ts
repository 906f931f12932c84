/** Returns a function that calls `make` once, on the first call, and returns the same value on every call. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
