import { parseArgs } from "node:util";
import { ConnectorError } from "agent-connectors";
import { readKeyService } from "../credentials/read-key-service.ts";
import { addressFault, readPublicUrl } from "../connect/public-url.ts";
import type { ServiceLimits } from "../limits/limit-values.ts";
import { readPrivateOrigins } from "../webhooks/endpoint-url.ts";
import type { IdentityProviderSettings } from "../operators/identity-provider.ts";
import type { FirstApplication } from "./first-application.ts";
import { identityProviderSettings } from "./identity-provider-settings.ts";
import { limitsFromEnvironment } from "./limits-from-environment.ts";
import type { StoreLocation } from "./open-store.ts";
import type { PeopleSettings } from "../people/people-settings.ts";
import { wholeNumber } from "./whole-number.ts";

/** The settings from the command line and the environment. The README lists them. */
export interface Settings extends StoreLocation {
  help: boolean;
  sandbox: boolean;
  /** The folder with connector files. */
  connectors: string | undefined;
  /** Whether organizations can upload definitions of connectors. */
  definitions: boolean;
  /** Whether `serve` upgrades the store. If not, it waits until the command `migrate` has done so. */
  migrate: boolean;
  host: string;
  port: number;
  /** The address at which people's browsers reach the service. Default: the host and port, if the host is loopback. */
  publicUrl: string | undefined;
  /** The origins that can receive webhooks even if they use http or have a private address. */
  webhookOrigins: readonly string[];
  metricsHost: string;
  /** Undefined if the metrics are off. */
  metricsPort: number | undefined;
  drainDelayMs: number;
  drainTimeoutMs: number;
  application: Partial<FirstApplication>;
  limits: Partial<ServiceLimits>;
  /** The OpenID provider at which operators can sign in. */
  identityProvider: IdentityProviderSettings | undefined;
  /** What the operator decides about people who sign in from MCP clients. */
  people: PeopleSettings;
  /** The roles and the name for `operator-link`, as texts that are not checked yet. */
  operator: { roles?: string[]; name?: string };
  user: string | undefined;
  /** Whether the commands \`approvals\` and \`journal\` print JSON. */
  json: boolean;
  /** The options of the commands \`approvals\` and \`journal\`. */
  decision: { note?: string; rows?: string };
  undo: { force: boolean };
  /** The options of the command `token create`, not checked yet. */
  token: { effects?: string; days?: string };
  /** The filters of the command `audit`, not checked yet. The commands `policy` and `token` also use `connector`. */
  audit: { event?: string; connector?: string; since?: string; until?: string; limit?: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings(
  args: readonly string[],
  environment: Environment,
): { words: string[]; settings: Settings } {
  const { values, positionals } = parse(args);
  const set = (name: string) => environment[`AGENT_CONNECTORS_${name}`] || undefined;
  const origins = (name: string) => readPrivateOrigins(name, set(name) ?? "");
  const metricsPort = values["metrics-port"] ?? set("METRICS_PORT") ?? "9464";
  const host = values.host ?? set("HOST") ?? "127.0.0.1";
  const port = wholeNumber("port", values.port ?? set("PORT") ?? "8080", 65_535);
  const local = `http://${host}:${port}`;
  const isLocal = port !== 0 && addressFault(local) === undefined;
  const publicUrl = values["public-url"] ?? set("PUBLIC_URL") ?? (isLocal ? local : undefined);
  const keyService = set("KEY_SERVICE");
  return {
    words: positionals,
    settings: {
      help: values.help ?? false,
      sandbox: values.sandbox ?? set("SANDBOX") === "1",
      connectors: values.connectors ?? set("CONNECTORS"),
      definitions: values.definitions ?? set("DEFINITIONS") === "1",
      migrate: !(values["no-migrate"] ?? set("NO_MIGRATE") === "1"),
      dataDir: values["data-dir"] ?? set("DATA_DIR") ?? "./agent-connectors-data",
      databaseUrl: set("DATABASE_URL"),
      masterKeys: set("MASTER_KEYS"),
      masterKeyFile: set("MASTER_KEY_FILE"),
      keyService: keyService === undefined ? undefined : readKeyService(keyService, environment),
      host,
      port,
      publicUrl: publicUrl === undefined ? undefined : readPublicUrl(publicUrl),
      webhookOrigins: origins("WEBHOOK_PRIVATE_ORIGINS"),
      metricsHost: values["metrics-host"] ?? set("METRICS_HOST") ?? "127.0.0.1",
      metricsPort: metricsPort === "off" ? undefined : wholeNumber("metrics-port", metricsPort, 65_535),
      drainDelayMs: wholeNumber("AGENT_CONNECTORS_DRAIN_DELAY_MS", set("DRAIN_DELAY_MS") ?? "0", 600_000),
      drainTimeoutMs: wholeNumber(
        "AGENT_CONNECTORS_DRAIN_TIMEOUT_MS",
        set("DRAIN_TIMEOUT_MS") ?? "30000",
        600_000,
      ),
      application: optional({ client_id: set("CLIENT_ID"), client_secret: set("CLIENT_SECRET") }),
      limits: limitsFromEnvironment(set),
      identityProvider: identityProviderSettings(set),
      people: {
        application: set("MCP_APPLICATION"),
        privateOrigins: origins("SIGN_IN_PRIVATE_ORIGINS"),
      },
      operator: optional({ roles: values.role, name: values.name }),
      user: values.user,
      json: values.json ?? false,
      decision: optional({ note: values.note, rows: values.rows }),
      undo: { force: values.force ?? false },
      token: optional({ effects: values.effects, days: values.days }),
      audit: optional({
        event: values.event,
        connector: values.connector,
        since: values.since,
        until: values.until,
        limit: values.limit,
      }),
    },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        sandbox: { type: "boolean" },
        connectors: { type: "string" },
        definitions: { type: "boolean" },
        "no-migrate": { type: "boolean" },
        "data-dir": { type: "string" },
        host: { type: "string" },
        port: { type: "string" },
        "public-url": { type: "string" },
        "metrics-host": { type: "string" },
        "metrics-port": { type: "string" },
        role: { type: "string", multiple: true },
        name: { type: "string" },
        user: { type: "string" },
        json: { type: "boolean" },
        note: { type: "string" },
        rows: { type: "string" },
        force: { type: "boolean" },
        effects: { type: "string" },
        days: { type: "string" },
        event: { type: "string" },
        connector: { type: "string" },
        since: { type: "string" },
        until: { type: "string" },
        limit: { type: "string" },
      },
    });
  } catch (error) {
    throw new ConnectorError(
      "config_error",
      error instanceof Error ? error.message : "The arguments cannot be read.",
    );
  }
}

const optional = <T extends object>(values: { [K in keyof T]: T[K] | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
