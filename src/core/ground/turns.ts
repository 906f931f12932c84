/** Returns a function that runs functions with the same name one after another, in the order of its calls. */
export function createTurns(): <T>(name: string, run: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, Promise<unknown>>();
  return (name, run) => {
    const turn = (queues.get(name) ?? Promise.resolve()).then(run);
    const settled = turn.catch(() => {}).finally(() => queues.get(name) === settled && queues.delete(name));
    queues.set(name, settled);
    return turn;
  };
}
