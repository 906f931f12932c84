/**
 * Returns a function that runs tasks. At most `limit` tasks with the same key run at the same time. Further tasks start
 * in the order of the calls.
 */
export function createTurns(limit: number): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const tasks = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async (key, task) => {
    const own = tasks.get(key) ?? { running: 0, waiting: [] };
    tasks.set(key, own);
    if (own.running < limit) own.running++;
    // The task that ends gives its place to this one.
    else await new Promise<void>((start) => own.waiting.push(start));
    try {
      return await task();
    } finally {
      const next = own.waiting.shift();
      if (next) next();
      else if (--own.running === 0) tasks.delete(key);
    }
  };
}
