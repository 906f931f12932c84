import { onTestFinished } from "vitest";
import type { SendOptions } from "../../../../src/core/contract/client.ts";
import type { Operation } from "../../../../src/core/contract/wire/operation.ts";
import type { Dict } from "../../../../src/core/ground/json.ts";
import { createDownload } from "../../../../src/core/wire/download.ts";
import { createWireClient, type WireDefinition } from "../../../../src/core/wire/executor/wire-client.ts";
import { createHttp } from "../../../../src/core/wire/retries.ts";
import { memoryTokenStore } from "../../../../src/core/credentials/token-store.ts";
import { testClock } from "../../../fixtures/clock.ts";
import { type Handler, json, type Received, serve } from "../../../fixtures/server.ts";

type Definition = Partial<Omit<WireDefinition, "operations">> & {
  operations?: Record<string, Partial<Operation>>;
};

/** Opens the client of a definition against a server on loopback that records the requests. */
export async function openWire(
  { operations = {}, ...definition }: Definition,
  credentials: Record<string, string> = {},
  answer: Handler = (_request, response) => json(response, 200, {}),
) {
  const server = await serve(answer);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const clock = testClock();
  const common = { clock, totalWaitMs: 30_000, timeoutMs: 5000 };
  const whole: WireDefinition = {
    title: "Acme",
    auth: {},
    ...definition,
    operations: Object.fromEntries(
      Object.entries(operations).map(([name, one]) => [
        name,
        { method: "GET", path: "/", docs: "https://acme.example/docs", ...one } as Operation,
      ]),
    ),
  };
  const client = createWireClient(whole, credentials, {
    http: createHttp({ ...common, requestIdHeader: "x-request-id" }),
    download: createDownload({ timeoutMs: 5000 }),
    endpoint: server.url,
    replaced: true,
    config: {},
    tokenStore: memoryTokenStore(),
    ...common,
  });
  const send = (args: Dict = {}, options: Partial<SendOptions> = {}, name = "main") =>
    client.send(name, args, { repeatable: whole.operations[name]!.method === "GET", ...options });
  return { client, send, clock, requests: server.requests, url: server.url };
}

/** Sends one operation, and returns the request that the server has received. */
export async function requestOf(operation: Partial<Operation>, args: Dict = {}): Promise<Received> {
  const { send, requests } = await openWire({ operations: { main: operation } });
  await send(args);
  return requests[0]!;
}
