import { request as httpRequest } from "node:http";
import type { StarvePlatform } from "./starve-platform.ts";
import type { StarveReceiver } from "./starve-receiver.ts";
import { expiredPair, listUsers, type Tenant } from "./starve-tenant.ts";

export interface Attack {
  /** The places that the organization holds now, by their kind. */
  held(): { calls: number; refreshes: number; uploads: number; webhooks: number };
  /** The requests that were refused because of a limit. */
  refused(): number;
  stop(): void;
}

const users = 10;

/**
 * Takes as many places as the service gives to one organization, and keeps them: 500 slow calls, 40 refreshes at a
 * token endpoint that hangs, 20 uploads that never end, and the events of 90 connectors to 20 receivers that hang.
 */
export async function startAttack(
  tenant: Tenant,
  url: string,
  platform: StarvePlatform,
  receiver: StarveReceiver,
): Promise<Attack> {
  const stop = new AbortController();
  let refused = 0;
  const send = (path: string) =>
    void tenant.call(path, listUsers, stop.signal).then(
      ({ status }) => status === 429 && refused++,
      () => {},
    );
  const connectAll = (count: number, credentials: (index: number) => object) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => tenant.connect(`u${index % users}`, credentials(index))),
    );
  for (let endpoint = 0; endpoint < 20; endpoint++) await tenant.receiveAt(`${receiver.origin}/slow`);
  const hanging = await connectAll(40, (index) => expiredPair(`slow-${index}`));
  const slow = await connectAll(50, (index) => ({ api_token: `xoxb-slow-${index}` }));
  for (const path of hanging) send(path);
  await until(() => platform.waiting().refreshes >= 4);
  for (const path of slow) for (let call = 0; call < 10; call++) send(path);
  const tokens = await Promise.all(
    Array.from({ length: users }, (_, user) => tenant.scopedToken(`u${user}`)),
  );
  const uploads = slow.slice(0, 20).map((path, index) => startSlowUpload(url + path, tokens[index % users]!));
  const held = () => ({
    calls: platform.waiting().calls,
    refreshes: platform.waiting().refreshes,
    uploads: uploads.filter((one) => !one.ended()).length,
    webhooks: receiver.waiting(),
  });
  await until(() => Object.values(held()).every((count) => count >= 4));
  // The requests that are still on their way arrive within this time.
  await new Promise((resolve) => setTimeout(resolve, 500));
  return {
    held,
    refused: () => refused + uploads.filter((one) => one.ended()).length,
    stop() {
      stop.abort();
      for (const one of uploads) one.stop();
    },
  };
}

/** Sends more than 1 MiB of a body, and never the rest. */
function startSlowUpload(url: string, token: string) {
  const request = httpRequest(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": 2 * 1024 * 1024,
    },
  });
  let ended = false;
  request.on("response", (response) => {
    ended = true;
    response.resume();
  });
  request.on("error", () => (ended = true));
  request.write(`{"entity": "${"x".repeat(1024 * 1024 + 1000)}`);
  return { ended: () => ended, stop: () => request.destroy() };
}

async function until(isDone: () => boolean): Promise<void> {
  for (let waited = 0; !isDone() && waited < 10_000; waited += 20)
    await new Promise((resolve) => setTimeout(resolve, 20));
}
