import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { ConnectorError } from "../src/core/ground/errors.ts";

/** The variables of the file `.env`. They never become variables of this process, so that its children do not get them. */
let fromFile: Readonly<Record<string, string | undefined>> = {};
let pathOfFile = "";

/**
 * Reads the file with variables: `.env` in the current folder if it exists, or the named file.
 * @throws ConnectorError `config_error` if the named file cannot be read
 */
export function readEnvFile(path: string | undefined): void {
  fromFile = {};
  pathOfFile = resolve(path ?? ".env");
  try {
    fromFile = parseEnv(readFileSync(pathOfFile, "utf8"));
  } catch (error) {
    if (path === undefined) return;
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    throw new ConnectorError("config_error", `The file ${path} cannot be read (${code}).`, {
      path: "dotenv",
      hint: "After --dotenv, pass a file with lines such as SLACK_TOKEN=xoxb-...",
    });
  }
}

/** Returns a variable of the environment, or else of the file `.env`. An empty variable counts as missing. */
export const variable = (name: string): string | undefined => process.env[name] || own(name) || undefined;

const own = (name: string) => (Object.hasOwn(fromFile, name) ? fromFile[name] : undefined);

/** Returns all variables. Those of the environment replace those of the file `.env`. */
export const variables = (): NodeJS.ProcessEnv => ({ ...fromFile, ...process.env });

/** Whether the environment lacks a variable, so that `variable` reads it from the file `.env`. */
export const isFromFile = (name: string): boolean => !process.env[name] && Boolean(own(name));

/** Returns the path of the file if one of the variables comes from it. */
export const fileWith = (names: readonly string[]): string | undefined =>
  names.some(isFromFile) ? pathOfFile : undefined;
