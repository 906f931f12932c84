import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen, type Listening } from "../../src/http/server.ts";

// Tests requests that never reach a route. Each request must get an error body.

let server: Listening;
beforeAll(async () => {
  server = await listen(async () => Response.json({ reached: true }), "127.0.0.1", 0);
});
afterAll(() => server.close(0));

const raw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = "";
    const socket = connect(server.port, "127.0.0.1", () => socket.write(text));
    socket.setEncoding("utf8").on("data", (more: string) => (answer += more));
    socket.on("close", () => resolve(answer)).on("error", reject);
  });

test.each([
  ["without a host", "GET / HTTP/1.1\r\nconnection: close\r\n\r\n", 400, "malformed_json"],
  [
    "with a host that is no host",
    "GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n",
    400,
    "malformed_json",
  ],
  [
    "with a path that is no path",
    "GET http:// HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    400,
    "malformed_json",
  ],
  [
    "with an unknown expectation",
    "POST / HTTP/1.1\r\nhost: x\r\nexpect: the best\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}",
    417,
    "expectation_failed",
  ],
  ["that is not HTTP", "nonsense\r\n\r\n", 400, "malformed_json"],
])("a request %s gets an error body", async (_, text, status, code) => {
  const [head = "", body = ""] = (await raw(text)).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head.toLowerCase()).toContain("content-type: application/problem+json");
  expect(JSON.parse(body)).toMatchObject({
    status,
    code,
    outcome: "not_started",
    message: expect.any(String),
  });
});

// A proxy that forwards only what starts with /connect/ must not forward more than that.
test.each([
  "/connect/../operate",
  "/connect/..",
  "/connect/%2e%2e/operate",
  "/connect/.%2E/operate",
  "/connect/%2e/x",
  "/./operate",
  "/%6fperate",
  "/connect/%5F",
  "//operate",
  "/connect//x",
  "/connect/..\\operate",
  "\\operate",
  "/connect/x#/../operate",
  "http://x/operate",
  "http://x/connect/y",
  "https://elsewhere.example/operate",
  "*",
])("a request with the target %s is refused before it reaches the service", async (target) => {
  const [head = "", body = ""] = (await raw(`GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1.1 400 /);
  expect(JSON.parse(body)).toMatchObject({ code: "malformed_json", message: expect.any(String) });
});

test.each([
  "/connect/x?return=/../operate&x=%2e%2e//\\",
  "/v1/users/team%2Fana%40example.com",
  "/v1/users/%C3%A9%20%5C%25",
  "/v1/users/..x",
])("a request with the target %s reaches the service", async (target) => {
  const answer = await raw(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  expect(answer).toContain('{"reached":true}');
});

test("100-continue is accepted", async () => {
  const text =
    "POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
  expect(await raw(text)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
});
