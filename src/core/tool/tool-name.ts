import { ConnectorError } from "../ground/errors.ts";
import { show } from "../ground/json.ts";

const namePattern = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;

/**
 * Checks that every provider accepts the name of a tool, and returns the name.
 * @throws ConnectorError `config_error`
 */
export function toolName(name: string): string {
  if (!namePattern.test(name))
    throw new ConnectorError("config_error", `A tool cannot be named ${show(name, 80)}.`, {
      path: "name",
      hint: "A letter, then at most 63 letters, digits, _ or -. Give another name in the tool's options.",
    });
  return name;
}
