import { ConnectorError } from "agent-connectors";
import { systemClock } from "agent-connectors/toolkit";
import type { Settings } from "../startup/settings.ts";
import { deleteOperatorSession, listOperatorSessions } from "../store/queries/operator-sessions.ts";
import { auditCommand } from "./shared/command-audit.ts";
import { noMoreWords, print, readAction, requiredWord } from "./shared/command-line.ts";
import { withStore } from "./shared/existing-store.ts";

/** Lists or ends the sessions of operators, also while the service is running. */
export async function operatorSessions(words: readonly string[], settings: Settings): Promise<void> {
  const [action, ...rest] = words;
  await readAction(actions, "operator-sessions", action)(rest, settings);
}

const time = (ms: number) => new Date(ms).toISOString();

const actions = {
  async list(words: readonly string[], settings: Settings) {
    noMoreWords(words, 0, "operator-sessions list");
    await withStore(settings, async ({ db }) => {
      for (const row of await listOperatorSessions(db, systemClock.now()))
        print(
          JSON.stringify({
            id: row.id,
            name: row.name,
            roles: row.roles.split(" "),
            status: row.link_hash === null ? "signed_in" : "link_not_used",
            client_id: row.application_id,
            created_at: time(row.created_at),
            used_at: time(row.used_at),
            expires_at: time(row.expires_at),
          }),
        );
    });
  },
  async end(words: readonly string[], settings: Settings) {
    const id = requiredWord(words, 0, "The session id");
    noMoreWords(words, 1, "operator-sessions end");
    const row = await withStore(settings, (store) =>
      store.transaction(async (db) => {
        const found = await deleteOperatorSession(db, id);
        if (!found)
          throw new ConnectorError("config_error", "There is no such session.", {
            hint: 'Run "operator-sessions list" to see the session ids.',
          });
        const application = { id: found.application_id, organization_id: found.organization_id };
        const detail = { session: id, operator: found.name };
        await auditCommand(store, db, "operator.end", application, undefined, detail);
        return found;
      }),
    );
    print(`The session of ${row.name} has ended.`);
  },
};
