import { connect } from "node:net";
import { ConnectorError } from "agent-connectors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { readBody } from "../../src/http/request-input.ts";
import { listen, type Listening } from "../../src/http/server.ts";

// A `Request` of a test without a body differs from one that has come over HTTP.

const schema = z.strictObject({ by: z.string().optional() });
const limits = { maxBodyBytes: 1000, maxUploadBytes: 1000 } as Parameters<typeof readBody>[3]["limits"];
let server: Listening;
beforeAll(async () => {
  const answer = (request: Request) =>
    readBody({ bodyOptional: true }, schema, request, { limits }, () => {}).catch((error: unknown) =>
      ConnectorError.is(error) ? error.code : "fault",
    );
  server = await listen(async (request) => Response.json(await answer(request)), "127.0.0.1", 0);
});
afterAll(() => server.close(0));

const post = (...lines: string[]) =>
  new Promise<string>((resolve, reject) => {
    let answer = "";
    const head = ["POST / HTTP/1.1", "host: x", "connection: close"];
    const socket = connect(server.port, "127.0.0.1", () => socket.write([...head, ...lines].join("\r\n")));
    socket.setEncoding("utf8").on("data", (more: string) => (answer += more));
    socket.on("close", () => resolve(answer.split("\r\n\r\n").at(-1)!)).on("error", reject);
  });

test.each([
  ["without a body", ["", ""], "{}"],
  ["with an empty body", ["content-length: 0", "", ""], "{}"],
  ["with an empty JSON body", ["content-type: application/json", "content-length: 0", "", ""], "{}"],
  ["with JSON", ["content-type: application/json", "content-length: 10", "", '{"by":"a"}'], '{"by":"a"}'],
  ["without a type", ["content-length: 10", "", '{"by":"a"}'], '"unsupported_media_type"'],
  [
    "in pieces",
    ["transfer-encoding: chunked", "", "a", '{"by":"a"}', "0", "", ""],
    '"unsupported_media_type"',
  ],
])("a request whose body is optional, %s", async (_name, lines, answer) => {
  expect(await post(...lines)).toContain(answer);
});
