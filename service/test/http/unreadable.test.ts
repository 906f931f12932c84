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

test("100-continue is accepted", async () => {
  const text =
    "POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
  expect(await raw(text)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
});
