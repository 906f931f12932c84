import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConnectorError } from "agent-connectors";
import { firstApplicationFile } from "../../startup/first-application.ts";
import type { Settings } from "../../startup/settings.ts";

/** The fields of the service's responses that the commands use. */
interface Answer {
  id?: string;
  url?: string;
  status?: string;
  token?: string;
  access_token?: string;
  connector_id?: string | null;
  message?: string;
  hint?: string;
  error?: { message: string; hint?: string } | null;
}

const applications = "/api/v1/account/applications";

/** Gets a token of the application that the settings or the data directory name. */
export async function applicationTokenOf(settings: Settings): Promise<string> {
  const body = readApplication(settings);
  const { access_token = "" } = await askService(settings, `${applications}/token`, { body });
  return access_token;
}

export async function scopedTokenOf(settings: Settings, user: string): Promise<string> {
  const bearer = await applicationTokenOf(settings);
  const body = { external_user_id: user };
  const scoped = await askService(settings, `${applications}/scoped-token`, { bearer, body });
  return scoped.token ?? "";
}

/**
 * Sends a request to the service. Default: POST with a body, GET without.
 * @throws ConnectorError `config_error`. The `outcome` is `unknown` if the request was sent and has no answer
 */
export async function askService<Body extends object = Answer>(
  { host, port }: Settings,
  path: string,
  { bearer, body, method }: { bearer?: string | undefined; body?: object | undefined; method?: "DELETE" },
): Promise<Body> {
  const origin = `http://${host}:${port}`;
  const response = await fetch(origin + path, {
    method: method ?? (body ? "POST" : "GET"),
    headers: {
      ...(body ? { "content-type": "application/json" } : {}),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((error: unknown) => {
    throw wasSent(error) ? withoutAnswer(origin) : noService(origin);
  });
  const answer = (await response.json().catch(() => {
    throw withoutAnswer(origin);
  })) as Body & Pick<Answer, "message" | "hint">;
  if (response.ok) return answer;
  throw new ConnectorError("config_error", answer.message ?? `HTTP ${response.status}`, {
    hint: answer.hint,
  });
}

/** Without a connection, nothing was sent. */
const wasSent = (error: unknown): boolean =>
  !["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].includes(
    String((error as { cause?: { code?: unknown } }).cause?.code),
  );

const noService = (origin: string): ConnectorError =>
  new ConnectorError("config_error", `No service is running at ${origin}.`, {
    hint: "Start the service, or pass --host and --port.",
  });

const withoutAnswer = (origin: string): ConnectorError =>
  new ConnectorError(
    "config_error",
    `${origin} gave no complete answer. The request may have taken effect.`,
    {
      outcome: "unknown",
      hint: "Before you repeat the command, use list or show to see what has happened.",
    },
  );

function readApplication({ application, dataDir }: Settings): object {
  if (application.client_id) return application;
  const file = join(dataDir, firstApplicationFile);
  try {
    return JSON.parse(readFileSync(file, "utf8")) as object;
  } catch {
    throw new ConnectorError("config_error", `Cannot read ${file}.`, {
      hint: "Pass --data-dir, or set AGENT_CONNECTORS_CLIENT_ID and AGENT_CONNECTORS_CLIENT_SECRET.",
    });
  }
}
