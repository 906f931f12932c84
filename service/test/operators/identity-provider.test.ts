import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createIdentityProvider } from "../../src/operators/identity-provider.ts";
import { errorOf } from "../support/errors.ts";

let end = async (): Promise<void> => {};
afterEach(() => end());

/** Starts an OpenID provider that counts discoveries and responds to a discovery only if `works` is set. */
async function start() {
  const state = { works: false, discoveries: 0, now: 1_900_000_000_000 };
  const server = createServer((_request, response) => {
    state.discoveries++;
    if (!state.works) return void response.writeHead(503).end();
    const metadata = { issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` };
    response.setHeader("content-type", "application/json").end(JSON.stringify(metadata));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  end = () => new Promise((resolve) => server.close(() => resolve()));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createIdentityProvider(
    { issuer, client_id: "c", client_secret: "s", scope: "openid", rules: [], application: undefined },
    { now: () => state.now, sleep: () => Promise.resolve() },
  );
  return { state, begin: () => provider.start("https://service.test/callback") };
}

test("calls at the same time share a discovery, and for ten seconds no call repeats a discovery that failed", async () => {
  const { state, begin } = await start();
  const together = () => Promise.all(Array.from({ length: 10 }, () => errorOf(begin)));
  for (const { code } of await together()) expect(code).toBe("upstream_unreachable");
  expect(state.discoveries).toBe(1);
  state.works = true;
  state.now += 9_999;
  await together();
  expect(state.discoveries).toBe(1);
  state.now += 1;
  const started = await Promise.all(Array.from({ length: 10 }, begin));
  expect(new Set(started.map(({ pending }) => pending.state)).size).toBe(10);
  expect(state.discoveries).toBe(2);
  state.now += 3_600_000;
  await begin();
  expect(state.discoveries).toBe(2);
});
