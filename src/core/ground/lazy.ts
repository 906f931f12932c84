/** Returns a function that calls `make` on its first call, and then always returns the same value. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Returns a function that calls `use` with a loaded value. Its first call loads the value. If this fails, the next call
 * tries again.
 */
export function loadOnce<T>(load: () => Promise<T>): <R>(use: (value: T) => Promise<R>) => Promise<R> {
  let loading: Promise<void> | undefined;
  let loaded: { value: T } | undefined;
  return (use) => {
    if (loaded) return use(loaded.value);
    loading ??= load()
      .then((value) => void (loaded = { value }))
      .finally(() => (loading = undefined));
    return loading.then(() => use(loaded!.value));
  };
}

/**
 * Returns a function that loads its code at its first call. `load` imports a module, and returns its function. So a program
 * that imports a connector loads only the code of the actions that it calls.
 */
export function late<Given extends unknown[], Result>(
  load: () => Promise<(...given: Given) => Result | Promise<Result>>,
): (...given: Given) => Promise<Result> {
  const withCode = loadOnce(load);
  return (...given) => withCode(async (code) => code(...given));
}
