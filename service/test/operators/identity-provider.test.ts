import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "agent-connectors/toolkit";
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

describe("an ID token of the provider", () => {
  /** Signs in with an ID token that has these claims besides the valid ones. */
  async function signInWith(claims: object) {
    const { privateKey, publicKey } = await generateKeyPair("RS256");
    const jwk = { ...(await exportJWK(publicKey)), kid: "k", alg: "RS256", use: "sig" };
    let nonce = "";
    const server = createServer((request, response) => {
      const answer = async () => {
        if (request.url!.startsWith("/.well-known"))
          return {
            issuer,
            authorization_endpoint: `${issuer}/a`,
            token_endpoint: `${issuer}/t`,
            jwks_uri: `${issuer}/k`,
          };
        if (request.url === "/k") return { keys: [jwk] };
        const now = Math.floor(Date.now() / 1000);
        const token = new SignJWT({ iss: issuer, aud: "c", sub: "ana", nonce, iat: now, ...claims })
          .setProtectedHeader({ alg: "RS256", kid: "k" })
          .setExpirationTime(now + 3600);
        return { access_token: "a", token_type: "bearer", id_token: await token.sign(privateKey) };
      };
      void answer().then((body) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    end = () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections()));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = createIdentityProvider(
      { issuer, client_id: "c", client_secret: "s", scope: "openid", rules: [], application: undefined },
      systemClock,
    );
    const { pending } = await provider.start("https://service.test/callback");
    nonce = pending.nonce;
    const callback = new URL(`https://service.test/callback?code=x&state=${pending.state}`);
    return provider.finish(callback, pending);
  }
  const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;

  test("that was issued for this client is accepted", async () => {
    expect(await signInWith({})).toMatchObject({ sub: "ana" });
    await end();
    expect(await signInWith({ azp: "c", iat: seconds(30) })).toMatchObject({ sub: "ana" });
  });

  test.each([
    ["for another client (azp)", { azp: "other" }, "other_client"],
    ["for several clients, of which another one is named", { aud: ["c", "other"], azp: "other" }, ""],
    ["in the future", { iat: seconds(600) }, "issued_in_the_future"],
  ])("that was issued %s is refused", async (_, claims, reason) => {
    expect(await errorOf(() => signInWith(claims))).toMatchObject({
      code: "connect_invalid",
      hint: expect.stringContaining(reason),
    });
  });
});
