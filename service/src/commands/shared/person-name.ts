import { userInfo } from "node:os";
import { ConnectorError } from "agent-connectors";
import { operatorName } from "../../operators/names.ts";
import type { Settings } from "../../startup/settings.ts";

/**
 * Returns the name of the person who runs a command, for the audit: `--name`, or the system's name for the user.
 * @throws ConnectorError `config_error`
 */
export function personName({ operator: { name = userName() } }: Pick<Settings, "operator">): string {
  const read = operatorName.safeParse(name);
  if (read.success) return read.data;
  throw new ConnectorError("config_error", `--name: ${read.error.issues[0]!.message}.`, {
    hint: "Give the name that the audit shows, for example --name ana@example.com.",
  });
}

/** Returns the system's name for the user of this process. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user may have only a number.
    return "operator";
  }
}
