import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConnectorError } from "agent-connectors";
import type { Settings } from "../startup/settings.ts";
import { firstApplicationFile } from "../startup/first-application.ts";
import { print, requiredWord } from "./command-line.ts";

/** Gets a scoped token from the service at `--host` and `--port`, for trying out the API. */
export async function token(_words: readonly string[], settings: Settings): Promise<void> {
  const user = requiredWord([settings.user ?? ""], 0, "--user");
  const base = `http://${settings.host}:${settings.port}/api/v1/account/applications`;
  const application = readApplication(settings);
  const { access_token } = await post(`${base}/token`, application);
  const scoped = await post(`${base}/scoped-token`, { external_user_id: user }, access_token);
  print(scoped.token ?? "");
}

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

async function post(url: string, body: object, bearer?: string): Promise<Record<string, string>> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ConnectorError("config_error", `No service is running at ${new URL(url).origin}.`, {
      hint: "Start the service, or pass --host and --port.",
    });
  });
  const answer = (await response.json()) as Record<string, string>;
  if (!response.ok) throw new ConnectorError("config_error", answer.message ?? `HTTP ${response.status}`);
  return answer;
}
