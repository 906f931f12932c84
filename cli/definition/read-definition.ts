import { ConnectorError } from "../../src/core/ground/errors.ts";
import { isDict } from "../../src/core/ground/json.ts";
import type { McpFile } from "../../src/import/mcp/mcp-file.ts";
import { classOf, isConnectorFile, readConnectorJson } from "../connector-file.ts";
import { connectors, known } from "../connectors.ts";
import type { Known } from "../known.ts";
import type { Definition } from "./compare-definitions.ts";

type KnownClass = Known["Connector"];

/**
 * Reads a definition: the name of a connector of this package, a connector file, or the output of `definition print`.
 * @throws ConnectorError `config_error`
 */
export async function readDefinition(source: string): Promise<Definition> {
  const { read, tools } = await readSource(source);
  if ("actions" in read) return read;
  const compiled = await read.compiled();
  return tools ? { ...compiled, tools } : compiled;
}

/**
 * Reads a definition with its code: the name of a connector of this package, or a connector file.
 * @throws ConnectorError `config_error`
 */
export async function readClass(source: string): Promise<KnownClass> {
  const { read } = await readSource(source);
  if ("actions" in read)
    throw new ConnectorError("config_error", `${source} is only the printed definition of a connector.`, {
      path: source,
      hint: "Pass the path of a connector file, or the name of a connector.",
    });
  return read;
}

/** `tools`: the tools of a connector file for an MCP server, as they are pinned. */
async function readSource(
  source: string,
): Promise<{ read: KnownClass | Definition; tools?: Definition["tools"] }> {
  if (Object.hasOwn(connectors, source)) return { read: (await known(source)).Connector };
  const hint = `Pass the path of a connector file, of a file from agent-connectors definition print, or one of the names ${Object.keys(connectors).join(", ")}.`;
  const file = await readConnectorJson(source, hint);
  if (isConnectorFile(file)) {
    const read = (await classOf(file)) as unknown as KnownClass;
    return { read, tools: (file as unknown as Partial<McpFile>).mcp?.tools };
  }
  const isCompiled =
    file.format === 1 && isDict(file.actions) && isDict(file.tool) && Array.isArray(file.origins);
  if (!isCompiled)
    throw new ConnectorError("config_error", `${source} is not a connector definition.`, {
      path: source,
      hint,
    });
  return { read: file as unknown as Definition };
}
