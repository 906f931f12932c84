import { ConnectorError } from "agent-connectors";
import { NotionConnector } from "agent-connectors/notion";
import { expect, test } from "vitest";
import * as entities from "../../../src/connectors/notion/entities/index.ts";
import { testClock } from "../../fixtures/clock.ts";
import { type RawRequest, serveRaw } from "../../fixtures/raw-server.ts";

// Notion has no idempotency keys. After a lost answer, a second request could write twice.

interface Action {
  effect?: unknown;
  example: Record<string, unknown>;
}
const writes = Object.entries(entities).flatMap(([entity, actions]) =>
  Object.entries(actions as unknown as Record<string, Action>)
    .filter(([, { effect }]) => effect !== undefined && effect !== "read")
    .map(([action, { example }]) => ({ name: `${entity}.${action}`, entity, action, example })),
);

const body = JSON.stringify({ object: "page", id: "p1", in_trash: false });
const reply = (status: string, content = body, headers = "") =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${headers}content-length: ${content.length}\r\n\r\n${content}`;
const whole = reply("200 OK");
const refusal = (status: number, code: string) =>
  reply(
    `${status} No`,
    JSON.stringify({ object: "error", status, code, message: "no" }),
    "retry-after: 1\r\n",
  );

/** Calls an action on a server that answers each write with `answer`. Returns how often Notion has written. */
async function outcomeOf(
  { entity, action, example }: (typeof writes)[number],
  answer: (request: RawRequest, count: number) => boolean,
): Promise<{ written: number; error: unknown }> {
  let written = 0;
  let count = 0;
  await using server = await serveRaw((request) => {
    // The reads of a preview.
    if (request.head.startsWith("GET")) return void request.socket.write(whole);
    if (answer(request, count++)) written++;
  });
  const notion = new NotionConnector(
    { auth: { api_token: "ntn_0123456789" } },
    { endpoint: server.url, clock: testClock() },
  );
  const call = notion.execute(...([entity, action, example] as unknown as [never, never, never]));
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { written, error };
}

test("the connector has 25 writes", () => {
  expect(writes).toHaveLength(25);
});

test.each(writes)("$name is not repeated after a cut answer, at whatever byte", async (write) => {
  for (let bytes = 0; bytes < whole.length; bytes++) {
    const { written, error } = await outcomeOf(write, ({ socket }) => {
      if (bytes > 0) socket.write(whole.slice(0, bytes), () => socket.resetAndDestroy());
      else socket.resetAndDestroy();
      return true;
    });
    expect({ bytes, written }).toEqual({ bytes, written: 1 });
    expect(error).toBeInstanceOf(ConnectorError);
    expect({ bytes, outcome: (error as ConnectorError).outcome }).toEqual({ bytes, outcome: "unknown" });
  }
});

test.each(writes)("$name is not repeated after status 502, and is after status 429", async (write) => {
  const lost = await outcomeOf(write, ({ socket }) => socket.write(refusal(502, "service_unavailable")));
  expect(lost.written).toBe(1);
  expect(lost.error).toMatchObject({ code: "upstream_error", outcome: "unknown" });

  const limited = await outcomeOf(write, ({ socket }, count) => {
    socket.write(count === 0 ? refusal(429, "rate_limited") : whole);
    return count > 0;
  });
  expect(limited).toEqual({ written: 1, error: undefined });
});
