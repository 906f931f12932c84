import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { type CallEvent, ConnectorError, type TracedCall, type Tracing } from "../src/adapter.ts";

// The names of spans and attributes follow the semantic conventions of OpenTelemetry for generative AI and for HTTP.

export interface OpenTelemetryOptions {
  /** Default: the tracer `agent-connectors` of the global tracer provider. */
  tracer?: Tracer | undefined;
  /**
   * Whether spans contain params, results, error messages and full request URLs. All of these can contain what people
   * have written. Default: false.
   */
  content?: boolean | undefined;
  /**
   * Who gets the headers `traceparent` and `tracestate`: `nobody`, the `service` of hosted mode, or also the
   * `platform`. Platforms do not need them, and could use them to see which calls belong together. Default: `service`.
   */
  propagateTo?: "nobody" | "service" | "platform" | undefined;
}

export interface OpenTelemetry extends Tracing {
  /**
   * Answers a request to a server, as a part of the trace that the request names.
   * @param route the pattern of the path, which is read when `work` has ended
   */
  received(
    request: Request,
    names: { route: () => string | undefined; requestId: string },
    work: () => Promise<Response>,
  ): Promise<Response>;
}

/**
 * Returns the option `tracing` of a connector. Each call becomes a span `execute_tool`, with a span for each request
 * below it. Needs a context manager, such as the one of `@opentelemetry/sdk-trace-node`.
 */
export function openTelemetry({
  tracer = trace.getTracer("agent-connectors"),
  content = false,
  propagateTo = "service",
}: OpenTelemetryOptions = {}): OpenTelemetry {
  const fail = (span: Span, type: string, message?: string) => {
    span.setAttribute("error.type", type);
    span.setStatus({ code: SpanStatusCode.ERROR, ...(content && message !== undefined ? { message } : {}) });
  };
  const end = (span: Span, call: TracedCall) => {
    const event = call.event();
    const name = nameOf(event);
    span.updateName(`execute_tool ${name}`);
    span.setAttributes({ "gen_ai.tool.name": name, ...attributesOf(event) });
    if (content) span.setAttribute("gen_ai.tool.call.arguments", jsonOf(call.params()));
    span.end();
  };
  const receivesHeaders = (to: "platform" | "service") => propagateTo === to || propagateTo === "platform";

  return {
    call: (call, work) => {
      const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.type": "extension" };
      return tracer.startActiveSpan(`execute_tool ${call.connector}`, { attributes }, async (span) => {
        try {
          const result = await work();
          if (content) span.setAttribute("gen_ai.tool.call.result", jsonOf(result));
          return result;
        } catch (error) {
          fail(span, ConnectorError.is(error) ? error.code : "_OTHER", messageOf(error));
          throw error;
        } finally {
          end(span, call);
        }
      });
    },

    request({ method, url, to, attempt }, send) {
      const options = { kind: SpanKind.CLIENT, attributes: requestAttributes(method, url, attempt, content) };
      return tracer.startActiveSpan(method, options, async (span) => {
        try {
          const reply = await send(receivesHeaders(to) ? traceHeaders() : undefined);
          span.setAttribute("http.response.status_code", reply.status);
          if (reply.status >= 400) fail(span, String(reply.status));
          return reply;
        } catch (error) {
          const status = ConnectorError.is(error) ? error.platform?.status : undefined;
          if (status !== undefined) span.setAttribute("http.response.status_code", status);
          const code = ConnectorError.is(error) ? error.code : "_OTHER";
          fail(span, status === undefined ? code : String(status), messageOf(error));
          throw error;
        } finally {
          span.end();
        }
      });
    },

    received(request, { route, requestId }, work) {
      const { method, headers } = request;
      const parent = propagation.extract(
        context.active(),
        Object.fromEntries(traceHeaderNames.map((name) => [name, headers.get(name) ?? undefined])),
      );
      const attributes = {
        "http.request.method": method,
        "url.scheme": new URL(request.url).protocol.slice(0, -1),
        "agent_connectors.request_id": requestId,
      };
      return tracer.startActiveSpan(method, { kind: SpanKind.SERVER, attributes }, parent, async (span) => {
        try {
          const response = await work();
          span.setAttribute("http.response.status_code", response.status);
          // The fault of a client is no error of the server.
          if (response.status >= 500) fail(span, String(response.status));
          return response;
        } catch (error) {
          fail(span, "_OTHER");
          throw error;
        } finally {
          const found = route();
          if (found !== undefined) {
            span.updateName(`${method} ${found}`);
            span.setAttribute("http.route", found);
          }
          span.end();
        }
      });
    },
  };
}

const traceHeaderNames = ["traceparent", "tracestate"];

/** Returns the headers of the active span. Leaves out the header `baggage`, which can contain data of the application. */
function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => traceHeaderNames.includes(name)));
}

/** An unknown action has no effect. A model may have invented its name, so the name of the span does not contain it. */
const nameOf = ({ connector, entity, action, effect }: CallEvent): string =>
  effect === undefined ? connector : `${connector}.${entity}.${action}`;

const attributesOf = ({ effect, dryRun, outcome, callId, retries, waitedMs, requestId }: CallEvent) => ({
  ...(callId === undefined ? {} : { "gen_ai.tool.call.id": callId }),
  ...(effect === undefined ? {} : { "agent_connectors.effect": effect }),
  ...(dryRun ? { "agent_connectors.dry_run": true } : {}),
  ...(requestId === undefined ? {} : { "agent_connectors.platform_request_id": requestId }),
  "agent_connectors.outcome": outcome,
  "agent_connectors.retries": retries,
  "agent_connectors.waited_ms": Math.round(waitedMs),
});

function requestAttributes(method: string, address: string, attempt: number, content: boolean) {
  const url = new URL(address);
  return {
    "http.request.method": method,
    "server.address": url.hostname,
    "server.port": Number(url.port) || (url.protocol === "https:" ? 443 : 80),
    "url.scheme": url.protocol.slice(0, -1),
    ...(attempt === 0 ? {} : { "http.request.resend_count": attempt }),
    ...(content ? { "url.full": address } : {}),
  };
}

const messageOf = (error: unknown): string | undefined =>
  ConnectorError.is(error) ? error.message : undefined;

const maxContent = 10_000;

function jsonOf(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? "").slice(0, maxContent);
  } catch {
    return "";
  }
}
