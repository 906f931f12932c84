import type { ConnectorFile } from "../core/contract/connector-file.ts";
import { isDict } from "../core/ground/json.ts";

/** How many levels of a field have lines of their own. Default: none. */
const levels: Readonly<Record<string, number>> = { actions: 2, operations: 1, auth: 1, schemes: 1, mcp: 2 };

/** Returns the text of a connector file, with one line for each action, so that people can compare two versions. */
export const fileText = (file: ConnectorFile): string =>
  `${inLines(Object.entries(file).map(([name, value]) => [name, textOf(value, levels[name] ?? 0)]))}\n`;

const textOf = (value: unknown, deep: number): string =>
  deep > 0 && isDict(value)
    ? inLines(Object.entries(value).map(([name, one]) => [name, textOf(one, deep - 1)]))
    : JSON.stringify(value);

const inLines = (fields: readonly (readonly [string, string])[]): string =>
  fields.length === 0
    ? "{}"
    : `{\n${fields.map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(",\n")}\n}`;
