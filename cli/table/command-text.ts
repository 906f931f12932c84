import type { Meta } from "../../src/core/contract/result.ts";
import { escapeInvisible } from "../../src/core/ground/control-characters.ts";

/** Writes a call as a command that a person can copy into a shell. */
export const commandText = (
  name: string,
  { entity, action, params }: NonNullable<Meta["undo"]>,
  options: readonly string[],
): string =>
  [
    "agent-connectors call",
    inShell(name),
    `${entity}.${action}`,
    ...Object.entries(params).map(paramText),
    ...options.map(inShell),
  ].join(" ");

const paramText = ([name, value]: readonly [string, unknown]): string =>
  typeof value === "string" ? inShell(`${name}=${value}`) : inShell(`${name}:=${JSON.stringify(value)}`);

/** Inside single quotation marks, a shell changes nothing. */
const inShell = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${escapeInvisible(text).replaceAll("'", String.raw`'\''`)}'`;
