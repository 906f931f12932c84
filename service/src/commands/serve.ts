import { listen, listenMetrics, type Listening, type RequestHandler } from "../http/server.ts";
import { waiting } from "../http/waiting.ts";
import { jsonLog } from "../operations/log.ts";
import { allConnectors } from "../platforms/all-connectors.ts";
import { awaitSchema } from "../startup/await-schema.ts";
import { firstApplicationFile } from "../startup/first-application.ts";
import { openService } from "../startup/open-service.ts";
import type { Settings } from "../startup/settings.ts";
import { startTracing } from "../startup/tracing.ts";

const sweepMs = 10 * 60_000;
const deliverMs = 1000;
const jobsMs = 5000;

export async function serve(_words: readonly string[], settings: Settings): Promise<void> {
  const say = (text: string) => process.stdout.write(text);
  const log = jsonLog(say);
  const sandboxes = settings.sandbox
    ? await (await import("../platforms/sandboxes.ts")).listenSandboxes()
    : undefined;
  const connectors =
    sandboxes?.connectors ?? (await allConnectors({ sandbox: false, folder: settings.connectors }));
  let stop = async () => {};
  onSignal(() => stop());
  let handler: RequestHandler | undefined;
  let server: Listening | undefined;
  if (!settings.migrate)
    await awaitSchema(settings, async (reason) => {
      handler = waiting(reason);
      server ??= await listen((...request) => handler!(...request), settings.host, settings.port);
      log({ event: "fault", message: `Waiting on ${server.url}. ${reason.message} ${reason.hint}` });
    });
  const traces = await startTracing(process.env);
  const definitions = settings.definitions ? {} : undefined;
  const opened = await openService({ ...settings, connectors, definitions, log, tracing: traces?.tracing });
  const { service, application, createdKeys, keyRingFile } = opened;
  handler = service;
  server ??= await listen(service, settings.host, settings.port);
  const metrics =
    settings.metricsPort === undefined
      ? undefined
      : await listenMetrics(service, settings.metricsHost, settings.metricsPort);
  if (createdKeys)
    say(
      `Created the key ring ${keyRingFile}. Keep a copy of it elsewhere. Without the key ring, all credentials are lost.\n`,
    );
  if (application)
    say(
      `Created the first application. Its secret is shown only now. It is also stored in ${settings.dataDir}/${firstApplicationFile}.\n` +
        `  client id:     ${application.client_id}\n  client secret: ${application.client_secret}\n`,
    );
  log({
    event: "start",
    message: `Listening on ${server.url}${metrics ? `, metrics on ${metrics.url}/metrics` : ""}${settings.sandbox ? "; sandboxes replace the platforms" : ""}.`,
  });

  const sweeping = setInterval(() => {
    service.sweep().catch(() => log({ event: "fault", message: "Expired rows could not be deleted." }));
  }, sweepMs);

  const delivering = setInterval(() => {
    service.deliverWebhooks().catch(() => log({ event: "fault", message: "Webhooks could not be sent." }));
  }, deliverMs);

  let asking = false;
  const goingOn = setInterval(() => {
    if (asking) return;
    asking = true;
    service
      .goOnWithJobs()
      .catch(() => log({ event: "fault", message: "The platforms could not be asked about jobs." }))
      .finally(() => (asking = false));
  }, jobsMs);

  stop = gracefulStop({
    drain: service.drain,
    drainDelayMs: settings.drainDelayMs,
    drainTimeoutMs: settings.drainTimeoutMs,
    closeServer: server.close,
    async closeRest() {
      clearInterval(sweeping);
      clearInterval(delivering);
      clearInterval(goingOn);
      await metrics?.close(0);
      await sandboxes?.close();
      await opened.close();
      log({ event: "stop", message: "The service has stopped." });
      await traces?.stop();
    },
  });
}

interface GracefulStop {
  /** Makes /readyz fail. Resolves when no request, no webhook and no token refresh is running. */
  drain(): Promise<void>;
  /** The time in which the server still accepts requests, until load balancers notice that /readyz fails. */
  drainDelayMs: number;
  /** The maximum time to wait for running requests. */
  drainTimeoutMs: number;
  closeServer(timeoutMs: number): Promise<void>;
  /** Closes everything except the server, after `closeServer`. */
  closeRest(): Promise<void>;
}

/** Returns a function that waits until the running requests have ended, and closes everything. */
const gracefulStop =
  ({ drain, drainDelayMs, drainTimeoutMs, closeServer, closeRest }: GracefulStop) =>
  async (): Promise<void> => {
    void drain();
    await pause(drainDelayMs);
    await closeServer(drainTimeoutMs);
    // More requests may have arrived since the first call of `drain`.
    await Promise.race([drain(), pause(1000)]);
    // A database that does not respond must not keep the process alive.
    await Promise.race([closeRest(), pause(5000)]);
  };

/**
 * Ends the process on SIGTERM or SIGINT, after `stop`. The first process of a container ignores both signals if nothing
 * listens to them.
 */
function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (!stopping) void stop().then(() => process.exit(0));
      stopping = true;
    });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
