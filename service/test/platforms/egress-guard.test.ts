import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConnectorError } from "agent-connectors";
import { guardedFetch } from "../../src/platforms/egress-guard.ts";
import { isPublic, publicLookup } from "../../src/platforms/public-addresses.ts";

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

test("private addresses, and names that resolve to private addresses, are refused", async () => {
  for (const origin of ["http://10.0.0.1", "http://169.254.169.254", "http://[fd00::1]"]) {
    const fetch = guardedFetch({ origins: [origin], fileHosts: [] });
    expect(await code(fetch(`${origin}/`))).toContain("is not a public address");
  }
  // `localhost.` also resolves to loopback, but only the spelling `localhost` is allowed for an operator.
  const fetch = guardedFetch({ origins: [`http://LOCALHOST.:1`.toLowerCase()], fileHosts: [] });
  expect(await code(fetch("http://localhost.:1/"))).toMatch(/connection was not opened|not a public/);
});

describe("a download address", () => {
  const fetch = guardedFetch({ origins: ["https://api.example"], fileHosts: [".files.example"] });
  const url = "https://a.files.example/x";

  test.each([
    "authorization",
    "proxy-authorization",
    "cookie",
    "x-api-key",
    "Amazon-Advertising-API-ClientId",
    "x-amz-access-token",
    "x-anything",
  ])("does not receive the header %s", async (name) => {
    for (const request of [
      fetch(url, { headers: { [name]: "canary" } }),
      fetch(url, { headers: [[name, "canary"]] }),
      fetch(new Request(url, { headers: { [name]: "canary" } })),
    ]) {
      const message = await code(request);
      expect(message).toContain(`a download address must not receive the header ${name.toLowerCase()}`);
      expect(message).not.toContain("canary");
    }
  });

  test("receives no body and no password", async () => {
    expect(await code(fetch(url, { method: "POST", body: "canary" }))).toContain("only reads");
    expect(await code(fetch(new Request(url, { method: "POST", body: "canary" })))).toContain("only reads");
    expect(await code(fetch("https://user:canary@a.files.example/x"))).toMatch(/user name or password/);
  });

  test("can receive the headers that a read needs", async () => {
    const headers = { accept: "*/*", "accept-encoding": "gzip", range: "bytes=0-1" };
    // The request is allowed, but it fails later because the host name has no address.
    expect(await code(fetch(url, { headers }))).not.toContain("The request was not sent");
  });
});

test("a name is resolved only if all its addresses are public", async () => {
  const resolve = (host: string, all: boolean) =>
    new Promise<unknown>((done) =>
      publicLookup(host, { all }, (error, address) => done(error?.code ?? address)),
    );
  expect(await resolve("localhost", true)).toBe("EHOSTUNREACH");
  expect(await resolve("127.0.0.1", false)).toBe("EHOSTUNREACH");
  expect(await resolve("1.1.1.1", true)).toEqual([{ address: "1.1.1.1", family: 4 }]);
  expect(await resolve("1.1.1.1", false)).toBe("1.1.1.1");
});

test("isPublic accepts only public addresses", () => {
  for (const address of [
    "1.1.1.1",
    "93.184.216.34",
    "192.88.98.255",
    "192.88.100.0",
    "223.255.255.255",
    "::ffff:1.1.1.1",
    "2606:4700:4700::1111",
    "2001:200::1",
    "2001:4860:4860::8888",
    "3ffe:ffff::1",
  ])
    expect([address, isPublic(address)]).toEqual([address, true]);
  for (const address of [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:0:127.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1",
    "100::1",
    "100:0:0:1::1",
    "2001::1",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "3fff::1",
    "3fff:fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00::1",
    "fe80::1",
    "fe80::1%lo",
    "fec0::1",
    "ff02::1",
    "2002:7f00:1::",
    "not an address",
  ])
    expect([address, isPublic(address)]).toEqual([address, false]);
});
