import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Context, context, propagation, ROOT_CONTEXT, SpanKind } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { slackSandbox } from "agent-connectors/sandbox";
import { openTelemetry, type OpenTelemetryOptions } from "agent-connectors/opentelemetry";
import { SlackConnector } from "agent-connectors/slack";
import type { CallEvent } from "agent-connectors";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { generateText } from "ai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService } from "../../service/test/support/process.ts";
import { majors, scripted } from "./ai-loops.ts";

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
const tracer = provider.getTracer("test");
beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(
    new CompositePropagator({
      propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
    }),
  );
});
// Other tests of this worker share these modules.
afterAll(() => {
  context.disable();
  propagation.disable();
});

const takeSpans = (): ReadableSpan[] => {
  const spans = exporter.getFinishedSpans();
  exporter.reset();
  return spans;
};
const parentOf = (span: ReadableSpan) => span.parentSpanContext?.spanId;

/** A connector whose requests are recorded. The first responses can be replaced. */
function traced(options: OpenTelemetryOptions = {}, first: (() => Response)[] = []) {
  const workspace = slackSandbox();
  const sent: Headers[] = [];
  const events: CallEvent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sent.push(new Headers(init?.headers));
    return first.shift()?.() ?? workspace.options.fetch(input, init);
  };
  const slack = new SlackConnector(
    { auth: { api_token: workspace.tokens.bot } },
    {
      ...workspace.options,
      fetch,
      clock: { now: () => 0, sleep: async () => {} },
      tracing: openTelemetry({ tracer, ...options }),
      onCall: (event) => events.push(event),
    },
  );
  return { slack, sent, events };
}

const secret = "Quarterly numbers of Ana";
const withBaggage = (): Context =>
  propagation.setBaggage(ROOT_CONTEXT, propagation.createBaggage({ user: { value: "ana" } }));

test("a call is a span, with a span for each request below it, and without texts", async () => {
  const { slack } = traced();
  await slack.messages.create({ channel: "#general", text: secret }, { callId: "call_7" });
  const spans = takeSpans();
  const call = spans.at(-1)!;
  expect([call.name, call.kind, call.attributes]).toEqual([
    "execute_tool slack.messages.create",
    SpanKind.INTERNAL,
    {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.type": "extension",
      "gen_ai.tool.name": "slack.messages.create",
      "gen_ai.tool.call.id": "call_7",
      "agent_connectors.effect": "write",
      "agent_connectors.outcome": "ok",
      "agent_connectors.retries": 0,
      "agent_connectors.waited_ms": 0,
      "agent_connectors.platform_request_id": expect.any(String),
    },
  ]);
  const requests = spans.slice(0, -1);
  expect(requests.length).toBeGreaterThan(0);
  for (const request of requests) {
    expect([request.kind, parentOf(request)]).toEqual([SpanKind.CLIENT, call.spanContext().spanId]);
    expect(request.attributes).toMatchObject({
      "http.request.method": request.name,
      "server.address": "slack.com",
      "server.port": 443,
      "http.response.status_code": 200,
    });
  }
  const all = JSON.stringify(spans.map(({ name, attributes, status }) => ({ name, attributes, status })));
  expect(all).not.toContain(secret);
  expect(all).not.toContain("general");
});

test("with content: true, spans contain params, results, messages and addresses", async () => {
  const { slack } = traced({ content: true });
  await slack.messages.create({ channel: "#general", text: secret });
  await slack.messages.create({ channel: "#nowhere", text: secret }).catch(() => {});
  const spans = takeSpans();
  const [made, failed] = spans.filter(({ name }) => name === "execute_tool slack.messages.create");
  expect(made!.attributes["gen_ai.tool.call.arguments"]).toBe(
    JSON.stringify({ channel: "#general", text: secret }),
  );
  expect(made!.attributes["gen_ai.tool.call.result"]).toContain(secret);
  expect(failed!.status.message).toContain("nowhere");
  expect(spans[0]!.attributes["url.full"]).toMatch(/^https:\/\/slack\.com\/api\//);
});

test("a failed call has the code of its error, and no name that a model has invented", async () => {
  const { slack } = traced();
  const execute = slack.execute as (entity: string, action: string) => Promise<unknown>;
  await execute("ana's salary", "read").catch(() => {});
  const [span] = takeSpans();
  expect([span!.name, span!.attributes["error.type"], span!.status]).toEqual([
    "execute_tool slack",
    "unknown_entity",
    { code: 2 },
  ]);
});

test("a repeated request is a span of its own, and onCall gets the retries, the wait and the id of the request", async () => {
  const limited = () =>
    new Response("", { status: 429, headers: { "retry-after": "3", "x-slack-req-id": "r-limited" } });
  const { slack, events } = traced({}, [limited]);
  await slack.channels.list({ limit: 1 });
  const [first, second, call] = takeSpans();
  expect([first!.attributes["http.response.status_code"], first!.attributes["error.type"]]).toEqual([
    429,
    "429",
  ]);
  expect([first!.attributes["http.request.resend_count"], first!.status]).toEqual([undefined, { code: 2 }]);
  expect(second!.attributes["http.request.resend_count"]).toBe(1);
  expect(call!.attributes).toMatchObject({
    "agent_connectors.retries": 1,
    "agent_connectors.waited_ms": 3000,
  });
  expect(events).toEqual([
    expect.objectContaining({ outcome: "ok", effect: "read", retries: 1, waitedMs: 3000 }),
  ]);
  expect(events[0]!.requestId).toEqual(call!.attributes["agent_connectors.platform_request_id"]);
  const failing = traced(
    {},
    [1, 2, 3, 4].map(() => limited),
  );
  await failing.slack.messages.create({ channel: "C07A1QW2ER3", text: "x" }, {}).catch(() => {});
  takeSpans();
  expect(failing.events.at(-1)).toMatchObject({ retries: expect.any(Number), effect: "write" });
});

test.each([
  ["service", false],
  ["nobody", false],
  ["platform", true],
] as const)("with propagateTo: %s, the platform gets traceparent: %s", async (propagateTo, expected) => {
  const { slack, sent } = traced({ propagateTo });
  await context.with(withBaggage(), () => slack.channels.list({ limit: 1 }));
  const [request] = takeSpans();
  for (const headers of sent) {
    expect(headers.has("baggage")).toBe(false);
    expect(headers.get("traceparent")).toBe(
      expected ? `00-${request!.spanContext().traceId}-${request!.spanContext().spanId}-01` : null,
    );
  }
});

test("without tracing, no module of OpenTelemetry is loaded", async () => {
  const words = ["--conditions=agent-connectors-source", "--input-type=module", "-e", withoutApi];
  const cwd = join(import.meta.dirname, "../..");
  const { status, stderr } = spawnSync(process.execPath, words, { cwd, encoding: "utf8" });
  expect([stderr, status]).toEqual(["", 0]);
});
const withoutApi = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.includes("opentelemetry")) throw new Error(context.parentURL + " loads " + specifier);
      return next(specifier, context);
    },
  });
  const { SlackConnector } = await import("agent-connectors/slack");
  const { slackSandbox } = await import("agent-connectors/sandbox");
  const workspace = slackSandbox();
  await new SlackConnector({ auth: { api_token: workspace.tokens.bot } }, workspace.options).channels.list();
`;

interface Exported {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

test("one trace leads through the agent, the client, the service and to the platform", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "acs-trace-"));
  const exported: Exported[] = [];
  const collector = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { scopeSpans: { spans: Exported[] }[] }[];
      };
      exported.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  const service = await startService(["--data-dir", dataDir], {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  });
  try {
    const { client_id, client_secret } = JSON.parse(
      readFileSync(join(dataDir, "first-application.json"), "utf8"),
    ) as Record<"client_id" | "client_secret", string>;
    const slack = await SlackConnector.create(
      {
        external_user_id: "ana",
        airbyte_client_id: client_id,
        airbyte_client_secret: client_secret,
        base_url: service.url,
        auth: { api_token: "xoxb-sandbox-bot" },
      },
      { tracing: openTelemetry({ tracer }) },
    );
    takeSpans();
    const args = { entity: "messages", action: "create", params: { channel: "#general", text: secret } };
    await tracer.startActiveSpan("agent", async (span) => {
      await generateText({
        model: scripted(majors.at(-1)!, [[{ id: "call_7", args }]], "slack") as never,
        tools: await aiSdkTools(slack),
        prompt: "Post it",
        stopWhen: ({ steps }) => steps.length > 3,
      });
      span.end();
    });
    const here = takeSpans();
    // The service sends its last spans when it stops.
    expect(await service.end("SIGTERM")).toBe(0);
    const agent = here.find(({ name }) => name === "agent")!;
    const tool = here.find(({ name }) => name === "execute_tool slack.messages.create")!;
    // The client also requests its tokens within the call.
    const requests = here.filter((span) => parentOf(span) === tool.spanContext().spanId);
    const { traceId } = agent.spanContext();
    expect(tool.spanContext().traceId).toBe(traceId);
    const there = exported.filter((span) => span.traceId === traceId);
    const route = "/api/v1/connectors/sources/{connector_id}/execute";
    const server = there.find(({ name }) => name === `POST ${route}`)!;
    expect(server.kind).toBe(2);
    expect(requests.map((request) => request.spanContext().spanId)).toContain(server.parentSpanId);
    const call = there.find(({ name }) => name === "execute_tool slack.messages.create")!;
    expect(call.parentSpanId).toBe(server.spanId);
    const toPlatform = there.filter(({ kind }) => kind === 3);
    expect(toPlatform.length).toBeGreaterThan(0);
    expect(toPlatform.map(({ parentSpanId }) => parentSpanId)).toEqual(toPlatform.map(() => call.spanId));
    // The id of the request in the log of the service.
    const id = server.attributes.find(({ key }) => key === "agent_connectors.request_id");
    expect(service.output()).toContain(`"request_id":"${id!.value.stringValue}"`);
    expect(tool.attributes["agent_connectors.platform_request_id"]).toBe(id!.value.stringValue);
    const all = JSON.stringify([exported, here.map(({ name, attributes }) => ({ name, attributes }))]);
    expect(all).not.toContain(secret);
    expect(all).not.toContain("xoxb-");
  } finally {
    await service.end("SIGKILL");
    collector.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("the span of a dry run says that it is one", async () => {
  const { slack } = traced();
  await slack.messages.create({ channel: "#general", text: "hi", dry_run: true });
  const call = takeSpans().at(-1)!;
  expect(call.attributes).toMatchObject({
    "agent_connectors.effect": "write",
    "agent_connectors.dry_run": true,
  });
  await slack.channels.list({ limit: 1 });
  expect(takeSpans().at(-1)!.attributes).not.toHaveProperty("agent_connectors.dry_run");
});
