import { ConnectorError } from "agent-connectors";
import type { ServiceTracing } from "../http/service-tracing.ts";

const packages = [
  "@opentelemetry/api",
  "@opentelemetry/core",
  "@opentelemetry/context-async-hooks",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace",
];

/**
 * Sends spans to the collector that the variables of OpenTelemetry name. Imports nothing and returns undefined if they
 * name none. If the program was started with another SDK of OpenTelemetry, this SDK gets the spans.
 * @throws ConnectorError `config_error` if a package is missing
 */
export async function startTracing(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ tracing: ServiceTracing; stop(): Promise<void> } | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = environment;
  if (!(all || traces) || environment["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return undefined;
  const share = Number(environment["OTEL_TRACES_SAMPLER_ARG"] || "1");
  if (!(share >= 0 && share <= 1))
    throw new ConnectorError("config_error", "OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1.", {
      hint: "It is the share of the traces that are kept. 1 keeps all.",
    });
  try {
    const { context, propagation, trace } = await import("@opentelemetry/api");
    const { openTelemetry } = await import("agent-connectors/opentelemetry");
    const { W3CTraceContextPropagator } = await import("@opentelemetry/core");
    const { AsyncLocalStorageContextManager } = await import("@opentelemetry/context-async-hooks");
    const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
    const { resourceFromAttributes } = await import("@opentelemetry/resources");
    const sdk = await import("@opentelemetry/sdk-trace");
    const name = environment["OTEL_SERVICE_NAME"] || "agent-connectors-service";
    const provider = new sdk.TracerProvider({
      resource: resourceFromAttributes({ "service.name": name }),
      sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
      spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(provider);
    return { tracing: openTelemetry(), stop: () => provider.shutdown() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ConnectorError("config_error", "The packages that send traces are not installed.", {
      hint: `Run: npm install ${packages.join(" ")}. Or unset OTEL_EXPORTER_OTLP_ENDPOINT.`,
    });
  }
}
