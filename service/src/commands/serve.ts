import { allConnectors } from "../platforms/all-connectors.ts";
import { jsonLog } from "../operations/log.ts";
import { openService } from "../operations/open-service.ts";
import { listen, listenMetrics } from "../http/server.ts";
import type { Settings } from "../operations/settings.ts";

const sweepMs = 10 * 60_000;

export async function serve(_words: readonly string[], settings: Settings): Promise<void> {
  const say = (text: string) => process.stdout.write(text);
  const log = jsonLog(say);
  const opened = await openService({
    ...settings,
    connectors: await allConnectors(settings),
    log,
  });
  const { service, application, madeKeys, keyFile } = opened;
  const server = await listen(service, settings.host, settings.port);
  const metrics =
    settings.metricsPort === undefined
      ? undefined
      : await listenMetrics(service, settings.metricsHost, settings.metricsPort);
  if (madeKeys)
    say(
      `Made the key ring ${keyFile}. Keep a copy of it apart from the data: without it, every credential is lost.\n`,
    );
  if (application)
    say(
      `Made the first application. This is shown once; it is also in ${settings.dataDir}/first-application.json.\n` +
        `  client id:     ${application.client_id}\n  client secret: ${application.client_secret}\n`,
    );
  log({
    event: "start",
    message: `Listening on ${server.url}${metrics ? `, metrics on ${metrics.url}/metrics` : ""}${settings.sandbox ? "; platforms are sandboxes" : ""}.`,
  });

  const sweeping = setInterval(() => {
    service.sweep().catch(() => log({ event: "fault", message: "What has expired could not be deleted." }));
  }, sweepMs);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    clearInterval(sweeping);
    const drained = service.drain();
    // Time for the balancer in front to see /readyz.
    await new Promise((resolve) => setTimeout(resolve, settings.drainDelayMs));
    await server.close(settings.drainTimeoutMs);
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, 1000))]);
    await metrics?.close(0);
    await opened.close();
    log({ event: "stop", message: "Every request was answered." });
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
}
