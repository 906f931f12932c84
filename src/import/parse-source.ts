import { ConnectorError } from "../core/ground/errors.ts";
import { type Dict, isDict } from "../core/ground/json.ts";
import { optionalPackage } from "./optional-package.ts";

/**
 * GitHub's document of 1,200 operations has 13 MB. YAML takes much longer to read than JSON: 100,000 short values need a
 * second and 280 MB. Asana's document of 3 MB has 90,000 lines and commas.
 */
const limits = { json: 40_000_000, yaml: 12_000_000, yamlValues: 110_000 };

/**
 * Reads JSON or YAML. Follows no reference to another file.
 * @throws ConnectorError `config_error`
 */
export async function parseSource(text: string): Promise<Dict> {
  const isJson = /^\s*[{[]/.test(text);
  const most = isJson ? limits.json : limits.yaml;
  if (text.length > most)
    throw fault(`The source has ${megabytes(text.length)} MB. The limit is ${megabytes(most)} MB for ${isJson ? "JSON" : "YAML"}.`); // prettier-ignore
  const value = isJson ? parseJson(text) : await parseYaml(text);
  if (!isDict(value)) throw fault("The source is not an object.");
  return value;
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw fault(`The source is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

async function parseYaml(text: string): Promise<unknown> {
  // Each value stands on a line of its own, or between commas.
  const values = text.split(/[\n,]/, limits.yamlValues + 1).length;
  if (values > limits.yamlValues)
    throw fault(`The source has more than ${limits.yamlValues.toLocaleString("en-US")} lines and commas, which is the limit for YAML. Convert it to JSON.`); // prettier-ignore
  const { parse } = await optionalPackage("yaml", "A YAML file", () => import("yaml"));
  try {
    // An alias repeats a part of the document. A few aliases of aliases can stand for billions of values.
    return parse(text, { maxAliasCount: 100, uniqueKeys: false, logLevel: "error" }) as unknown;
  } catch (error) {
    throw fault(`The source is not YAML: ${(error as Error).message.split("\n")[0]!.slice(0, 200)}`);
  }
}

const fault = (message: string) =>
  new ConnectorError("config_error", message, {
    path: "source",
    hint: "Give an OpenAPI document, a Google Discovery document, or a GraphQL schema.",
  });
