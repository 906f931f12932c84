import type { FileStreamOptions } from "../../../src/core/contract/wire/http-types.ts";
import { announcedSize, fileStream } from "../../../src/core/wire/file-stream.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const idleMs = 1000;

type Pull = (own: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>;

/** Opens a file. Records whether the request was closed and the body was cancelled. */
function open(pull: Pull, more: Partial<FileStreamOptions> = {}) {
  const told = { closed: 0, cancelled: 0, pulled: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (own) => (told.pulled++, pull(own)),
      cancel: () => void told.cancelled++,
    },
    { highWaterMark: 0 },
  );
  const reading = { what: "The file", idleMs, signal: undefined, close: () => void told.closed++, ...more };
  return { stream: fileStream(body, reading), told };
}

const ten = new Uint8Array(10);

const silent = () => new Promise<void>(() => {});

/** Sends ten bytes several times, then calls `last`. */
const then = (times: number, last: Pull): Pull => {
  let sent = 0;
  return (own) => (sent++ < times ? own.enqueue(ten) : last(own));
};

const end: Pull = (own) => own.close();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a file stream", () => {
  test("is read to its end, without reading ahead and without open resources", async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    const { stream, told } = open(then(3, end), { signal });
    await vi.advanceTimersByTimeAsync(0);
    expect(told.pulled).toBe(0);
    expect((await new Response(stream).arrayBuffer()).byteLength).toBe(30);
    expect(told).toMatchObject({ closed: 0, cancelled: 0 });
    expect(removed.mock.calls).toEqual(added.mock.calls.map(([name, listener]) => [name, listener]));
    expect(vi.getTimerCount()).toBe(0);
  });

  test("has a time limit for each read, which counts only the time of the read", async () => {
    const { stream, told } = open(then(2, silent));
    await vi.advanceTimersByTimeAsync(10 * idleMs);
    const reader = stream.getReader();
    for (const _ of [1, 2]) {
      expect(vi.getTimerCount()).toBe(0);
      expect((await reader.read()).value).toEqual(ten);
      await vi.advanceTimersByTimeAsync(10 * idleMs);
    }
    const third = expect(reader.read()).rejects.toMatchObject({
      code: "upstream_timeout",
      retryable: true,
      message: "The file sent nothing for 1000 ms after 20 bytes.",
    });
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(idleMs);
    await third;
    expect([vi.getTimerCount(), told.closed, told.cancelled]).toEqual([0, 1, 1]);
  });

  test("if the connection breaks, the error says how many bytes arrived, without text of the platform", async () => {
    const fault = Object.assign(new TypeError("terminated at https://files.example/?secret"), {
      cause: Object.assign(new Error(), { code: "UND_ERR_SOCKET" }),
    });
    const { stream, told } = open(then(2, (own) => own.error(fault)));
    await expect(new Response(stream).arrayBuffer()).rejects.toMatchObject({
      code: "upstream_unreachable",
      message: "The file: the connection broke after 20 bytes (UND_ERR_SOCKET).",
      hint: "The file is incomplete. Ask for it again.",
    });
    expect([vi.getTimerCount(), told.closed]).toEqual([0, 1]);
  });

  test("returns no byte beyond the limit", async () => {
    const exceeded = new Error("too much");
    const cap = { most: 25, exceeded: () => exceeded as never };
    const { stream, told } = open(then(9, end), { cap });
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    await expect(reader.read()).rejects.toBe(exceeded);
    expect(told).toEqual({ closed: 1, cancelled: 1, pulled: 3 });
    const just = open(then(2, end), { cap: { ...cap, most: 20 } });
    expect((await new Response(just.stream).arrayBuffer()).byteLength).toBe(20);
  });

  test("ends with an abort before, between or during reads", async () => {
    for (const when of ["before", "between", "in"]) {
      const caller = new AbortController();
      if (when === "before") caller.abort();
      const { stream, told } = open(then(1, silent), { signal: caller.signal });
      const reader = stream.getReader();
      if (when !== "before") await reader.read();
      if (when === "between") caller.abort();
      const read = reader.read();
      if (when === "in") caller.abort();
      await expect(read).rejects.toMatchObject({ code: "aborted", outcome: "not_started" });
      expect([vi.getTimerCount(), told.closed, told.cancelled]).toEqual([0, 1, 1]);
    }
  });

  test("ends its request if it is cancelled, even during a read", async () => {
    const { stream, told } = open(silent);
    const reader = stream.getReader();
    const read = reader.read();
    await reader.cancel();
    expect(await read).toEqual({ done: true, value: undefined });
    await vi.advanceTimersByTimeAsync(0);
    expect([vi.getTimerCount(), told.closed, told.cancelled]).toEqual([0, 1, 1]);
  });

  test("can come from a response without a body", async () => {
    const reading = { what: "w", idleMs, signal: undefined, close: () => {} };
    expect(await new Response(fileStream(null, reading)).text()).toBe("");
  });
});

test.each([
  [{ "content-length": "12" }, 12],
  [{ "content-length": "0" }, 0],
  [{ "content-length": "12", "content-encoding": "gzip" }, undefined],
  [{ "content-length": "-1" }, undefined],
  [{ "content-length": "1e3" }, undefined],
  [{ "content-length": "12, 12" }, undefined],
  [{}, undefined],
])("%j announces %s", (headers, size) => {
  expect(announcedSize(new Headers(headers as Record<string, string>))).toBe(size);
});
