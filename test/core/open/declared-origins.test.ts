import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Http } from "../../../src/core/contract/wire/http-types.ts";
import { guardHttp } from "../../../src/core/open/declared-origins.ts";

const origin = "https://api.acme.example";
const declared = { origins: [origin], fileHosts: [], loopback: false };

/** Returns whether the guard lets a request to this address pass. */
async function passes(url: string): Promise<boolean> {
  const http: Http = async (request) => request.read({ status: 200, headers: new Headers(), text: "" });
  const request = { what: "w", method: "GET", url, headers: {}, repeatable: true, read: () => true };
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
