import { ConnectorError } from "agent-connectors";
import { expect, test } from "vitest";
import { type RawRequest, serveRaw } from "../fixtures/raw-server.ts";

// The platforms of this suite have no idempotency keys. After a lost answer, a second request could write twice.

export interface Write {
  /** `entity.action` */
  name: string;
  params: object;
}

export interface FaultedPlatform<W extends Write> {
  writes: readonly W[];
  /** How many writes the connector has. A write that is left out by mistake changes this number. */
  count: number;
  /** Opens a connector whose requests go to the address. */
  open: (url: string, write: W) => unknown;
  /** Whether a request only reads, such as that of a preview. Default: a GET. */
  isRead?: (request: RawRequest) => boolean;
  /** The response to each read. */
  read: string;
  /** The response to a write that was done. */
  done: (write: W) => string;
  /** Responses after which nobody knows whether the write was done. */
  lost: readonly string[];
  /** Responses that prove that nothing was done, so the request is sent again. */
  refused: readonly string[];
  /** The answer is cut after each of these numbers of bytes. Default: after every byte. */
  step?: number;
}

/** Writes a response as HTTP. */
export function reply(status: string, body: object | string, headers = ""): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** Returns the writes of a connector with their examples. */
export const writesOf = (
  actions: Readonly<Record<string, Readonly<Record<string, { effect: unknown; example: object }>>>>,
): Write[] =>
  Object.entries(actions).flatMap(([entity, all]) =>
    Object.entries(all)
      .filter(([, { effect }]) => effect !== "read")
      .map(([action, { example }]) => ({ name: `${entity}.${action}`, params: example })),
  );

/**
 * Calls a write on a server that answers with `answer`, which returns whether the platform has written. Returns how often it
 * has, and the error of the call.
 */
export type OutcomeOf<W extends Write> = (
  write: W,
  answer: (request: RawRequest, count: number) => boolean,
) => Promise<{ written: number; error: unknown }>;

/** Tests that no write is sent twice after a lost answer, and that each is sent again after a refusal. */
export function testFaultedWrites<W extends Write>(platform: FaultedPlatform<W>): OutcomeOf<W> {
  const { writes, count, open, isRead = ({ head }) => head.startsWith("GET"), step = 1 } = platform;
  const outcomeOf: OutcomeOf<W> = async (write, answer) => {
    let written = 0;
    let seen = 0;
    await using server = await serveRaw((request) => {
      if (isRead(request)) return void request.socket.write(platform.read);
      if (answer(request, seen++)) written++;
    });
    const connector = open(server.url, write) as { execute: (...call: unknown[]) => Promise<unknown> };
    const error: unknown = await connector.execute(...write.name.split("."), write.params).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return { written, error };
  };

  test(`the connector has ${count} writes`, () => expect(writes).toHaveLength(count));

  test.each(writes)("$name is not repeated after a cut answer", async (write) => {
    const whole = platform.done(write);
    for (let bytes = 0; bytes < whole.length; bytes += step) {
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

  test.each(writes)(
    "$name is not repeated after a fault of the platform, and is after a refusal",
    async (write) => {
      for (const lost of platform.lost) {
        const { written, error } = await outcomeOf(write, ({ socket }) => socket.write(lost));
        expect(written).toBe(1);
        expect(error).toMatchObject({ code: "upstream_error", outcome: "unknown" });
      }
      for (const refused of platform.refused) {
        const again = await outcomeOf(write, ({ socket }, index) => {
          socket.write(index === 0 ? refused : platform.done(write));
          return index > 0;
        });
        expect(again).toEqual({ written: 1, error: undefined });
      }
    },
  );

  return outcomeOf;
}
