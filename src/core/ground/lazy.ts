/** Returns a function that calls `make` when its value is first needed, and then always returns the same value. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
