import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConnectorError } from "agent-connectors";
import { guardedFetch, isPublic, publicLookup } from "../../src/platforms/egress-guard.ts";

const server = createServer((request, response) => {
  if (request.url === "/redirect") response.writeHead(302, { location: "/elsewhere" });
  response.end(request.url);
});
let own: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const code = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return ConnectorError.is(error) ? error.message : (error as Error).message;
};

test("an operator's origin on loopback is allowed, and its redirects are not followed", async () => {
  const fetch = guardedFetch({ origins: [own], fileHosts: [] });
  expect(await (await fetch(`${own}/there`)).text()).toBe("/there");
  const redirect = await fetch(`${own}/redirect`, { redirect: "follow" });
  expect(redirect.status).toBe(302);
});

test("other origins are refused in every spelling", async () => {
  const fetch = guardedFetch({ origins: ["https://slack.com"], fileHosts: [".files.example"] });
  const port = new URL(own).port;
  for (const url of [
    own,
    "http://slack.com/api",
    "https://slack.com.evil.example/",
    "https://slack.com:8443/",
    "https://slack.com@127.0.0.1/",
    "https://evil.example/",
    "https://files.example/",
    "http://a.files.example/",
    "https://a.files.example:444/",
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
  ])
    expect(await code(fetch(url))).toMatch(
      /^The request was not sent: .* is not an address of this connector\.$/,
    );
});

test("a private address is refused, and so is a name that resolves to one", async () => {
  for (const origin of ["http://10.0.0.1", "http://169.254.169.254", "http://[fd00::1]"]) {
    const fetch = guardedFetch({ origins: [origin], fileHosts: [] });
    expect(await code(fetch(`${origin}/`))).toContain("is not a public address");
  }
  // A name of loopback in a spelling that does not count as the operator's.
  const fetch = guardedFetch({ origins: [`http://LOCALHOST.:1`.toLowerCase()], fileHosts: [] });
  expect(await code(fetch("http://localhost.:1/"))).toMatch(/fetch failed|not a public/);
});

test("a download address gets no credentials", async () => {
  const fetch = guardedFetch({ origins: ["https://api.example"], fileHosts: [".files.example"] });
  const headers = { authorization: "Bearer canary" };
  const message = await code(fetch("https://a.files.example/x", { headers }));
  expect(message).toContain("a download address must not receive credentials");
  expect(message).not.toContain("canary");
});

test("names resolve to public addresses only", async () => {
  const resolve = (host: string, all: boolean) =>
    new Promise<unknown>((done) =>
      publicLookup(host, { all }, (error, address) => done(error?.code ?? address)),
    );
  expect(await resolve("localhost", true)).toBe("EHOSTUNREACH");
  expect(await resolve("127.0.0.1", false)).toBe("EHOSTUNREACH");
  expect(await resolve("1.1.1.1", true)).toEqual([{ address: "1.1.1.1", family: 4 }]);
  expect(await resolve("1.1.1.1", false)).toBe("1.1.1.1");
});

test("public and other addresses", () => {
  for (const address of ["1.1.1.1", "93.184.216.34", "::ffff:1.1.1.1", "2606:4700:4700::1111"])
    expect([address, isPublic(address)]).toEqual([address, true]);
  for (const address of [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::7f00:1",
    "fc00::1",
    "fe80::1",
    "ff02::1",
    "2002:7f00:1::",
    "not an address",
  ])
    expect([address, isPublic(address)]).toEqual([address, false]);
});
