import { readFileSync, statSync } from "node:fs";
import { ConnectorError } from "../src/core/ground/errors.ts";

/**
 * Reads the workspace of a sandbox. The sandbox checks the content. `path`: a JSON file in the format of the option
 * `workspace`, or the folder of an export.
 * @throws ConnectorError `config_error` if the file cannot be read or is not JSON
 */
export function readWorkspace<Workspace>(path: string): Workspace {
  const fail = (message: string): ConnectorError =>
    new ConnectorError("config_error", message, {
      path: "sandbox",
      hint: "After --sandbox, pass a JSON file with a workspace, for Slack also the folder of an export, or nothing. Write params before --sandbox.",
    });
  let text: string;
  try {
    if (statSync(path).isDirectory()) return { export: path } as Workspace;
    text = readFileSync(path, "utf8");
  } catch (cause) {
    const { code = "unknown error" } = cause as NodeJS.ErrnoException;
    throw fail(`The workspace ${JSON.stringify(path)} cannot be read (${code}).`);
  }
  try {
    return JSON.parse(text) as Workspace;
  } catch {
    throw fail(`The file ${JSON.stringify(path)} is not JSON.`);
  }
}
