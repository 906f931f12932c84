/** Runs `work` for each item. At most `maxParallel` items are worked on at the same time. */
export async function inParallel<T>(
  items: readonly T[],
  maxParallel: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(maxParallel, items.length) }, worker));
}
