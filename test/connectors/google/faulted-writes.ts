import { ConnectorError } from "agent-connectors";
import { expect, test } from "vitest";
import { testClock } from "../../fixtures/clock.ts";
import { type RawRequest, serveRaw } from "../../fixtures/raw-server.ts";

// Google has no idempotency keys for these writes. After a lost answer, a second request could write twice.

interface Write {
  entity: string;
  action: string;
  example: Record<string, unknown>;
}
interface Executes {
  execute(entity: string, action: string, params: object): Promise<unknown>;
}
type Opens = new (options: never, code: never) => unknown;

const reply = (status: string, content: string) =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
const refusal = (code: number, reason: string) => reply(`${code} No`, JSON.stringify({ error: { code, message: "No", errors: [{ reason, message: "No" }] } })); // prettier-ignore

/**
 * Tests that no write is sent twice after a lost answer.
 * @param read the answer to each read, which a preview or the code of an action sends
 * @param isRead whether a request only reads, although it is no GET
 */
export function testFaultedWrites(
  Connector: Opens,
  actions: Readonly<Record<string, Readonly<Record<string, { effect: unknown; example: object }>>>>,
  { count, read, endpoint = "" }: { count: number; read: object; endpoint?: string },
): void {
  const writes = Object.entries(actions).flatMap(
    ([entity, all]) =>
    Object.entries(all)
      .filter(([, { effect }]) => effect !== "read")
      .map(([action, { example }]) => ({ name: `${entity}.${action}`, entity, action, example: example as Write["example"] })), // prettier-ignore
  );
  const whole = reply("200 OK", JSON.stringify({ id: "x1" }));

  /** Calls an action on a server that answers each write with `answer`. Returns how often the platform has written. */
  async function outcomeOf({ entity, action, example }: Write, answer: (request: RawRequest, count: number) => boolean) {
    let written = 0;
    let seen = 0;
    await using server = await serveRaw((request) => {
      if (request.head.startsWith("GET")) return void request.socket.write(reply("200 OK", JSON.stringify(read)));
      if (answer(request, seen++)) written++;
    });
    const options = { endpoint: `${server.url}${endpoint}`, clock: testClock(), policy: { effects: ["read", "write", "destructive"] } };
    const connector = new Connector({ auth: { access_token: "ya29-0123456789" } } as never, options as never) as Executes;
    const error: unknown = await connector.execute(entity, action, example).then(() => undefined, (thrown: unknown) => thrown);
    return { written, error };
  } // prettier-ignore

  test(`the connector has ${count} writes`, () => expect(writes).toHaveLength(count));

  test.each(writes)("$name is not repeated after a cut answer", async (write) => {
    for (let bytes = 0; bytes < whole.length; bytes += 7) {
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

  test.each(writes)("$name is not repeated after status 503, and is after too many requests", async (write) => {
    const lost = await outcomeOf(write, ({ socket }) => socket.write(refusal(503, "backendError")));
    expect(lost.written).toBe(1);
    expect(lost.error).toMatchObject({ code: "upstream_error", outcome: "unknown" });
    for (const [code, reason] of [[429, "rateLimitExceeded"], [403, "userRateLimitExceeded"]] as const) {
      const limited = await outcomeOf(write, ({ socket }, index) => {
        socket.write(index === 0 ? refusal(code, reason) : whole);
        return index > 0;
      });
      expect(limited).toEqual({ written: 1, error: undefined });
    }
  }); // prettier-ignore
}
