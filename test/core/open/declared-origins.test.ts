import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Http } from "../../../src/core/contract/wire/http-types.ts";
import { guardHttp } from "../../../src/core/open/declared-origins.ts";

const origin = "https://api.acme.example";
const declared = { origins: [origin], fileHosts: [".files.example"], loopback: false };

/** Returns whether the guard lets a request to this address pass. */
async function passes(url: string, more: { method?: string; headers?: Record<string, string> } = {}) {
  const http: Http = async (request) => request.read({ status: 200, headers: new Headers(), text: "" });
  const request = { what: "w", method: "GET", url, headers: {}, repeatable: true, read: () => true, ...more };
  return guardHttp(http, declared)(request).catch(() => false);
}

test.for<[string, boolean]>([
  ["", true],
  ["/", true],
  ["/a/b.c/d_e-f~g", true],
  ["/a?b=c&d=e.f", true],
  ["/a%20b?c=%C3%A9", true],
  ["/...", true],
  ["/a/..b", true],
  [".evil.example/", false],
  ["@evil.example/", false],
  [":80@evil.example/", false],
  [":8443/", false],
  ["\\@evil.example/", false],
  ["/..", false],
  ["/a/../b", false],
  ["/a/./b", false],
  ["/a/.?b", false],
  ["/%2e%2e/b", false],
  ["/a\tb", false],
  ["/a\n", false],
  ["/a b", false],
])("%j after the origin: %s", async ([rest, expected]) => {
  expect(await passes(origin + rest)).toBe(expected);
});

const file = { method: "PUT", headers: { "content-type": "image/png" } };
test.for<[string, string, Parameters<typeof passes>[1], boolean]>([
  ["a file", "https://a.files.example/x?sign=1", file, true],
  ["a file by POST", "https://a.files.example/x", { ...file, method: "POST" }, false],
  [
    "a file with a token",
    "https://a.files.example/x",
    { ...file, headers: { authorization: "Bearer t" } },
    false,
  ],
  ["a file without https", "http://a.files.example/x", file, false],
  ["a file on another port", "https://a.files.example:8443/x", file, false],
  ["a file to another host", "https://a.files.example.evil.example/x", file, false],
  ["a request", "https://a.files.example/x", {}, false],
])("a file host accepts only files without credentials: %s", async ([, url, more, expected]) => {
  expect(await passes(url, more)).toBe(expected);
});

test("an address that passes has the declared origin, and a URL parser does not change its path", async () => {
  const rest = fc.string({
    unit: fc.constantFrom("/", ".", "?", "a", "%", "2", "e", "@", ":", "\\", "#", "\n"),
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(rest, async (end) => {
      if (!(await passes(origin + end))) return;
      const url = new URL(origin + end);
      expect(url.origin).toBe(origin);
      // The port can be empty.
      expect(url.pathname).toBe(/^:?([^?#]*)/.exec(end)![1] || "/");
    }),
    { numRuns: 5000 },
  );
});
