import { virtualClock } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { memoryStore } from "../../../src/core/store/memory-store.ts";
import { statesOf } from "../../../src/core/store/states.ts";
import { createInProcessTransport } from "../../../src/core/call/in-process-transport.ts";
import type { PlannedCall } from "../../../src/core/call/params/planned-call.ts";
import type { ActionDefinition } from "../../../src/core/contract/action.ts";
import type { ConnectorOptions } from "../../../src/core/contract/call-options.ts";
import type { PlatformClient, SendOptions } from "../../../src/core/contract/client.ts";
import type { Effect } from "../../../src/core/contract/effect.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { createHttp } from "../../../src/core/wire/retries.ts";

const headers = new Headers();
const clock = virtualClock(1_000_000);

/** Runs an action. `log` contains its events in order. */
function runAction(
  run: ActionDefinition["run"],
  {
    effect = "write",
    beforeWrite,
    send,
    passesBeforeSend,
    beforeSend,
  }: {
    effect?: Effect;
    beforeWrite?: ConnectorOptions["beforeWrite"];
    beforeSend?: () => Promise<void>;
    send?: (operation: string, options: SendOptions) => Promise<unknown>;
    passesBeforeSend?: boolean;
  },
) {
  const log: string[] = [];
  const client = {
    send: async (operation: string, _args: object, options: SendOptions) => {
      log.push(operation);
      return { body: (await send?.(operation, options)) ?? {}, headers };
    },
    passesBeforeSend,
  } as unknown as PlatformClient;
  const definition = { effect, calls: ["first", "second"], run };
  const result = createInProcessTransport(client, clock, {
    states: statesOf(memoryStore(), async () => "notes"),
    keeper: { title: "Notes", store: memoryStore(), owner: async () => "notes", forgets: true },
    beforeWrite: beforeWrite && ((context) => (log.push(`before ${String(context)}`), beforeWrite(context))),
  })({
    planned: {
      compiled: { entity: "notes", action: "set", definition },
      params: {},
      controls: {},
    } as unknown as PlannedCall,
    params: {},
    effect,
    signal: undefined,
    idempotencyKey: undefined,
    eventTokens: {},
    context: "the call",
    beforeSend,
    waits: { left: 0 },
  });
  return { log, result };
}

const twoWrites: ActionDefinition["run"] = async (_, { send, read }) => {
  await read("first", {});
  await send("first", {});
  await send("second", {});
  return { data: {} };
};

describe("beforeWrite", () => {
  test("runs once, before the first write and after reads", async () => {
    const { log, result } = runAction(twoWrites, { beforeWrite: () => {} });
    await result;
    expect(log).toEqual(["first", "before the call", "first", "second"]);
  });

  test("does not run for a read", async () => {
    const { log, result } = runAction(async (_, { send }) => ({ data: await send("first", {}) }), {
      effect: "read",
      beforeWrite: () => {},
    });
    await result;
    expect(log).toEqual(["first"]);
  });

  test("if it throws, nothing is sent, and the call fails with its error", async () => {
    const error = new ConnectorError("storage_unavailable", "The store is down.");
    const beforeWrite = () => Promise.reject(error);
    for (const passesBeforeSend of [false, true]) {
      const { log, result } = runAction(async (_, { send }) => ({ data: await send("first", {}) }), {
        beforeWrite,
        passesBeforeSend,
        send: async (_, { beforeSend }) => beforeSend?.(),
      });
      await expect(result).rejects.toBe(error);
      expect(log.filter((entry) => entry !== "first")).toEqual(["before the call"]);
    }
  });

  test("an error that is no ConnectorError has the outcome not_started", async () => {
    const { log, result } = runAction(twoWrites, {
      beforeWrite: () => Promise.reject(new Error("The audit log is down: token-1")),
    });
    const error: unknown = await result.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "internal", outcome: "not_started" });
    expect(String(error)).toContain("beforeWrite");
    expect(String(error)).not.toContain("token-1");
    expect(log).toEqual(["first", "before the call"]);
  });

  test("a client that receives beforeSend calls it after its waits", async () => {
    const { log, result } = runAction(twoWrites, {
      beforeWrite: () => {},
      passesBeforeSend: true,
      send: async (_, { beforeSend }) => (await clock.sleep(1), beforeSend?.()),
    });
    await result;
    expect(log).toEqual(["first", "first", "before the call", "second"]);
  });
});

describe("after a write has succeeded", () => {
  test("a failure is never not_started", async () => {
    const refused = new ConnectorError("upstream_rate_limited", "Too many requests.", {
      retry_after: 7,
      platform: { status: 429 },
    });
    const { result } = runAction(twoWrites, {
      send: async (operation) => {
        if (operation === "second") throw refused;
      },
    });
    const error = await result.catch((thrown: unknown) => thrown as ConnectorError);
    expect(refused).toMatchObject({ outcome: "not_started", retryable: true });
    expect((error as ConnectorError).toJSON()).toEqual({
      code: "upstream_rate_limited",
      message: "Too many requests.",
      hint: "It is not known whether it was done. Check before you send it again.",
      outcome: "unknown",
      retryable: false,
      platform: { status: 429 },
    });
  });

  test.each([
    new ConnectorError("upstream_rejected", "No.", { outcome: "not_started", retryable: false }),
    new ConnectorError("upstream_error", "Perhaps.", { outcome: "partial", retryable: true }),
    new ConnectorError("upstream_error", "Perhaps.", { outcome: "not_started", retryable: true }),
  ])("%o becomes unknown and not retryable", async (thrown) => {
    const { result } = runAction(twoWrites, {
      send: (operation) => (operation === "second" ? Promise.reject(thrown) : Promise.resolve()),
    });
    const { code, message } = thrown;
    await expect(result).rejects.toMatchObject({ code, message, outcome: "unknown", retryable: false });
  });

  test.each([
    new TypeError("A bug."),
    Object.assign(new Error("An error of another library."), { retryable: true }),
  ])("an error that is not a ConnectorError is passed on unchanged: %o", async (thrown) => {
    const { result } = runAction(twoWrites, {
      send: (operation) => (operation === "second" ? Promise.reject(thrown) : Promise.resolve()),
    });
    await expect(result).rejects.toBe(thrown);
  });

  test("the outcome partial stays", async () => {
    const partial = new ConnectorError("upstream_error", "Half.", { outcome: "partial" });
    const { result } = runAction(twoWrites, {
      send: async (operation) => {
        if (operation === "second") throw partial;
      },
    });
    await expect(result).rejects.toBe(partial);
  });

  test("before a write has succeeded, not_started stays", async () => {
    const refused = new ConnectorError("upstream_rejected", "No.");
    const { result } = runAction(twoWrites, { send: () => Promise.reject(refused) });
    await expect(result).rejects.toBe(refused);
  });
});

test("a second judgement can stop a call before its first write is confirmed, and never half way", async () => {
  const denied = new ConnectorError("policy_denied", "The amounts have changed.");
  for (const passesBeforeSend of [false, true])
    for (const [judgements, sent] of [
      [0, ["first"]],
      [1, ["first", "first", "second"]],
    ] as const) {
      let left = judgements;
      const { log, result } = runAction(twoWrites, {
        passesBeforeSend,
        send: async (_, { beforeSend }) => (passesBeforeSend ? beforeSend?.() : undefined),
        beforeSend: async () => {
          if (left-- === 0) throw denied;
        },
      });
      const ended = await result.then(
        () => "done",
        (error: unknown) => error,
      );
      expect(ended).toBe(judgements === 0 ? denied : "done");
      expect(log.slice(0, sent.length)).toEqual(sent);
    }
});

test("http runs beforeSend before each request and outside its time limit", async () => {
  const log: string[] = [];
  const http = createHttp({
    fetch: async () => (log.push("sent"), new Response("{}")),
    clock,
    requestIdHeader: "x",
    timeoutMs: 1,
    totalWaitMs: 0,
  });
  const request = { what: "It", method: "POST", url: "http://x.test/", headers: {}, repeatable: false, read: () => 1 }; // prettier-ignore
  const stop = new AbortController();
  await http({
    ...request,
    beforeSend: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      log.push("before");
    },
  });
  expect(log).toEqual(["before", "sent"]);
  const aborted = http({ ...request, signal: stop.signal, beforeSend: async () => stop.abort() });
  await expect(aborted).rejects.toMatchObject({ code: "aborted", outcome: "not_started" });
  expect(log).toEqual(["before", "sent"]);
});
