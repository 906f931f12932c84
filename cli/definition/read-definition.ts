import type { CompiledConnector } from "../../src/core/contract/compiled-connector.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { isDict } from "../../src/core/ground/json.ts";
import { classOf, isConnectorFile, readConnectorJson } from "../connector-file.ts";
import { connectors, known } from "../connectors.ts";
import type { Known } from "../known.ts";

type KnownClass = Known["Connector"];

/**
 * Reads a definition: the name of a connector of this package, a connector file, or the output of `definition print`.
 * @throws ConnectorError `config_error`
 */
export async function readDefinition(source: string): Promise<CompiledConnector> {
  const read = await readSource(source);
  return "actions" in read ? read : read.compiled();
}

/**
 * Reads a definition with its code: the name of a connector of this package, or a connector file.
 * @throws ConnectorError `config_error`
 */
export async function readClass(source: string): Promise<KnownClass> {
  const read = await readSource(source);
  if ("actions" in read)
    throw new ConnectorError("config_error", `${source} is only the printed definition of a connector.`, {
      path: source,
      hint: "Pass the path of a connector file, or the name of a connector.",
    });
  return read;
}

async function readSource(source: string): Promise<KnownClass | CompiledConnector> {
  if (Object.hasOwn(connectors, source)) return (await known(source)).Connector;
  const hint = `Pass the path of a connector file, of a file from agent-connectors definition print, or one of the names ${Object.keys(connectors).join(", ")}.`;
  const file = await readConnectorJson(source, hint);
  if (isConnectorFile(file)) return (await classOf(file)) as unknown as KnownClass;
  const isCompiled =
    file.format === 1 && isDict(file.actions) && isDict(file.tool) && Array.isArray(file.origins);
  if (!isCompiled)
    throw new ConnectorError("config_error", `${source} is not a connector definition.`, {
      path: source,
      hint,
    });
  return file as unknown as CompiledConnector;
}
