/** More values than those of so many keys are not kept. */
const most = 200;

/** Returns a function that makes a value once for each key, and forgets the value that was not used for the longest time. */
export function recentlyUsed<Value>(): (key: string, make: () => Value) => Value {
  const kept = new Map<string, Value>();
  return (key, make) => {
    const value = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, value);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
    return value;
  };
}
