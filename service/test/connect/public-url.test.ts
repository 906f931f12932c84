import { expect, test } from "vitest";
import { addressFault, readPublicUrl } from "../../src/connect/public-url.ts";
import { errorOf } from "../support/errors.ts";

test.each([
  ["https://connectors.example.com/", "https://connectors.example.com"],
  ["https://connectors.example.com:8443", "https://connectors.example.com:8443"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["http://localhost:8080/", "http://localhost:8080"],
  ["http://[::1]:8080", "http://[::1]:8080"],
])("%s is a public address", (text, origin) => {
  expect(readPublicUrl(text)).toBe(origin);
});

test.each([
  ["http://connectors.example.com", "must use https"],
  ["http://127.0.0.1.example.com", "must use https"],
  ["ftp://127.0.0.1", "must use https"],
  ["https://user@example.com", "must not have a user"],
  ["https://example.com/#x", "must not have a user"],
  ["https://example.com/path", "must have no path"],
  ["https://example.com/?x", "must have no path"],
  ["example.com", "is not an address"],
  ["", "is not an address"],
  [`https://example.com/${"x".repeat(2048)}`, "is not an address"],
])("%s is no public address", async (text, why) => {
  const error = await errorOf(() => readPublicUrl(text));
  expect([error.code, error.message, error.path]).toEqual([
    "config_error",
    expect.stringContaining(why),
    "public-url",
  ]);
});

test("a return address can have a path and a query", () => {
  expect(addressFault("https://app.example/connected?tenant=1")).toBeUndefined();
});
