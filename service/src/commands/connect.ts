import { ConnectorError } from "agent-connectors";
import { systemClock } from "agent-connectors/toolkit";
import type { Settings } from "../startup/settings.ts";
import { noMoreWords, print, requiredWord } from "./shared/command-line.ts";
import { askService, scopedTokenOf } from "./shared/running-service.ts";

const lookMs = 1000;

/**
 * Prints a link with which the user in the option `--user` connects an account. Waits until the account is connected,
 * and prints the id of the connector.
 */
export async function connect(words: readonly string[], settings: Settings): Promise<void> {
  const connector_type = requiredWord(words, 0, "The connector type, such as slack,");
  noMoreWords(words, 1, "connect");
  const user = requiredWord([settings.user ?? ""], 0, "--user");
  const bearer = await scopedTokenOf(settings, user);
  const path = "/v1/connect/sessions";
  const created = await askService(settings, path, {
    bearer,
    body: { external_user_id: user, connector_type },
  });
  print(`Open this link in a browser within ten minutes:\n${created.url}`);
  for (;;) {
    const session = await askService(settings, `${path}/${created.id}`, { bearer });
    if (session.status === "connected")
      return print(`Connected. The connector's id is ${session.connector_id}.`);
    if (session.status === "awaiting_confirmation")
      throw new ConnectorError("config_error", "The application must confirm this session.", {
        hint: "The page shows a code for the application. Let the application create the link, or create it on the pages for operators.",
      });
    if (session.status === "failed" || session.status === "expired")
      throw new ConnectorError("config_error", session.error?.message ?? "Nobody used the link in time.", {
        hint: session.error?.hint ?? "Run the command again.",
      });
    await systemClock.sleep(lookMs);
  }
}
