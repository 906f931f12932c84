import { readEndpoint } from "../../../src/core/open/endpoint.ts";
import { describe, expect, test } from "vitest";

const refused = (path: string) => expect.objectContaining({ code: "config_error", path });

describe("an endpoint", () => {
  test.for([
    ["https://api.acme.example", "https://api.acme.example"],
    ["https://api.acme.example/base///", "https://api.acme.example/base"],
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080"],
    ["http://localhost:1/api", "http://localhost:1/api"],
    ["http://[::1]:1", "http://[::1]:1"],
  ])("%s is accepted", ([endpoint, expected]) => expect(readEndpoint(endpoint)).toBe(expected));
  test.for<unknown>([
    "http://api.acme.example",
    "http://127.0.0.1.evil.example",
    "http://localhost.evil.example",
    "http://0.0.0.0",
    "http://169.254.169.254/latest",
    "ftp://127.0.0.1",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/plain,x",
    "ws://127.0.0.1",
    "https://user:pass@acme.example",
    "https://acme.example?",
    "https://acme.example?x=1",
    "https://acme.example#",
    "//acme.example",
    "acme.example",
    "",
    " ",
    `https://acme.example${"/".repeat(1e6)}x`,
    5,
    null,
    {},
    ["https://acme.example"],
    new URL("https://acme.example"),
    Symbol("https"),
  ])("%# is refused", (endpoint) => expect(() => readEndpoint(endpoint)).toThrow(refused("endpoint")));
});
