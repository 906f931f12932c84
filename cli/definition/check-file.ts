import type { ConnectorFile } from "../../src/core/contract/connector-file.ts";
import { effects } from "../../src/core/contract/effect.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import type { TestReport } from "../../src/testing/index.ts";
import { isConnectorFile, readConnectorJson } from "../connector-file.ts";

/**
 * Calls every action of a connector file against a mock platform in this process.
 * @param settings texts such as `tenant=acme`
 * @throws ConnectorError `config_error`; `issues` lists the faults
 */
export async function checkFile(path: string, settings: readonly string[]): Promise<TestReport> {
  const hint = "Make a connector file with agent-connectors import.";
  const file = await readConnectorJson(path, hint);
  if (!isConnectorFile(file))
    throw new ConnectorError("config_error", `${path} is not a connector file.`, { path, hint });
  const { testConnector } = await import("../../src/testing/index.ts");
  const { actions, config = {} } = file as unknown as ConnectorFile;
  const include = Object.entries(actions).flatMap(([entity, all]) =>
    Object.keys(all).map((action) => `${entity}.${action}`),
  );
  const given = Object.fromEntries(settings.map(readSetting));
  const missing = Object.keys(config).find(
    (name) => !("default" in config[name]!) && given[name] === undefined,
  );
  if (missing !== undefined)
    throw new ConnectorError("config_error", `The connector needs the setting ${missing}.`, {
      path: `config.${missing}`,
      hint: `Add --config ${missing}=..., for example the name of a test account. Nothing is sent to it.`,
    });
  return testConnector(file, { config: given, policy: { effects: [...effects], include } });
}

function readSetting(text: string): [name: string, value: string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new ConnectorError("config_error", `--config ${text} is not name=value.`, {
    path: "config",
    hint: "For example --config tenant=acme.",
  });
}
