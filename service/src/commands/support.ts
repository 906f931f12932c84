import { existsSync } from "node:fs";
import { version } from "agent-connectors";
import { openPostgres, databaseFileIn } from "../startup/open-store.ts";
import type { Settings } from "../startup/settings.ts";
import { compareSchema } from "../store/migrate.ts";
import { sqliteStore } from "../store/sqlite.ts";
import { storageError } from "../store/storage-errors.ts";
import { countRows, databaseVersion, recentOutcomes } from "../store/support-counts.ts";
import { print, readAction } from "./shared/command-line.ts";

const dayMs = 86_400_000;

/**
 * Prints what somebody needs who helps with a fault. Contains only versions, numbers, names of settings and tables, and
 * codes: no secrets, no texts, and no names of people, applications or connectors. Changes nothing, also not an old store.
 */
export async function support(words: readonly string[], settings: Settings): Promise<void> {
  const run = readAction({ bundle }, "support", words[0]);
  print(JSON.stringify(await run(settings), null, 2));
}

async function bundle(settings: Settings): Promise<object> {
  return {
    made_at: new Date().toISOString(),
    versions: {
      service: version,
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
    },
    configuration: withoutTexts(settings),
    store: await attempt(() => aboutStore(settings)),
    process: await aboutProcess(settings),
  };
}

/** Keeps numbers and switches. Of a text, such as an address or a secret, remains that it is set, and of a list its length. */
function withoutTexts(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return "set";
  if (Array.isArray(value)) return value.length;
  if (typeof value !== "object" || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutTexts(one)]));
}

async function aboutStore({ dataDir, databaseUrl }: Settings): Promise<object> {
  // Opening an absent file would create it.
  if (!databaseUrl && !existsSync(databaseFileIn(dataDir))) return { failed: "there is no store" };
  const store = databaseUrl ? await openPostgres(databaseUrl) : sqliteStore(databaseFileIn(dataDir));
  try {
    return {
      kind: store.kind,
      version: await attempt(() => databaseVersion(store)),
      schema: await attempt(() => compareSchema(store.db)),
      writes: await attempt(async () => {
        const started = performance.now();
        await store.check();
        return { ms: Math.round(performance.now() - started) };
      }),
      rows: await attempt(() => countRows(store)),
      outcomes_of_a_day: await attempt(() => recentOutcomes(store, Date.now() - dayMs)),
    };
  } finally {
    await store.close();
  }
}

/** What the running service says, if it runs at the addresses of the settings. */
async function aboutProcess({ host, port, metricsHost, metricsPort }: Settings): Promise<object> {
  const ask = async (url: string) => fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  const health = await ask(`http://${host}:${port}/healthz`);
  const ready = await ask(`http://${host}:${port}/readyz`);
  const metrics =
    metricsPort === undefined ? undefined : await ask(`http://${metricsHost}:${metricsPort}/metrics`);
  const code =
    ready && !ready.ok ? ((await ready.json().catch(() => ({}))) as { code?: unknown }).code : undefined;
  return {
    healthz: health?.status ?? "no answer",
    readyz: ready?.status ?? "no answer",
    ...(typeof code === "string" && isCode(code) ? { code } : {}),
    metrics: metrics?.ok
      ? (await metrics.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"))
      : [],
  };
}

const isCode = (text: string) => /^[a-z_]{1,40}$/.test(text);

/** A part that fails must not hide the others. The text of an error can contain an address or a name. */
async function attempt<T>(part: () => T | Promise<T>): Promise<T | { failed: string }> {
  try {
    return await part();
  } catch (error) {
    const { code, name } = (storageError(error) ?? error) as { code?: unknown; name?: unknown };
    const text = String(code ?? name ?? "error");
    return { failed: /^[\w.-]{1,40}$/.test(text) ? text : "error" };
  }
}
