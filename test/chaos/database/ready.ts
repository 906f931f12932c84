/** Milliseconds until every replica must be ready after a fault of its store. */
export const recoverMs = 5000;

export const isReady = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 200;
};

/** Returns the milliseconds until every replica is ready. Gives up after twice the time in which it must be ready. */
export async function timeUntilReady(urls: readonly string[]): Promise<number> {
  const started = performance.now();
  const passed = () => Math.round(performance.now() - started);
  const ready = async () => (await Promise.all(urls.map(isReady))).every(Boolean);
  while (!(await ready()) && passed() < 2 * recoverMs) await pause(50);
  return passed();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
