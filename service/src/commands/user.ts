import { ConnectorError } from "agent-connectors";
import { deleteUser } from "../operations/delete-user.ts";
import type { Settings } from "../startup/settings.ts";
import { endUserTokens, findWorkspace, listWorkspaces, type Workspace } from "../store/queries/workspaces.ts";
import type { Db } from "../store/store.ts";
import { existingApplication } from "./application.ts";
import { auditCommand } from "./shared/command-audit.ts";
import { noMoreWords, print, readAction, requiredWord } from "./shared/command-line.ts";
import { withStore } from "./shared/existing-store.ts";

/** Lists or changes the users of an application's organization, also while the service is running. */
export async function user(words: readonly string[], settings: Settings): Promise<void> {
  const [action, ...rest] = words;
  await readAction(actions, "user", action)(rest, settings);
}

const pageSize = 500;

const actions = {
  async list(words: readonly string[], settings: Settings) {
    const clientId = requiredWord(words, 0, "The client id");
    noMoreWords(words, 1, "user list");
    await withStore(settings, async ({ db }) => {
      const { organization_id } = await existingApplication(db, clientId);
      let after: string | undefined;
      for (;;) {
        const rows = await listWorkspaces(db, organization_id, { after, limit: pageSize });
        for (const { name, connectors, created_at } of rows)
          print(
            JSON.stringify({
              external_user_id: name,
              connectors,
              created_at: new Date(created_at).toISOString(),
            }),
          );
        if (rows.length < pageSize) return;
        after = rows.at(-1)!.id;
      }
    });
  },
  async revoke(words: readonly string[], settings: Settings) {
    await change(words, settings, "revoke", async (db, workspace) => {
      await endUserTokens(db, workspace);
      return { workspace: workspace.id };
    });
    print("All tokens of the user are revoked.");
  },
  async delete(words: readonly string[], settings: Settings) {
    const { detail = {} } = await change(words, settings, "delete", async (db, workspace) => {
      return { detail: { connectors: (await deleteUser(db, workspace)).length } };
    });
    const count = detail.connectors ?? 0;
    print(`The user is deleted, with ${count} connector${count === 1 ? "" : "s"}.`);
  },
};

interface Change {
  /** The id of the workspace, for the audit row. */
  workspace?: string;
  detail?: { connectors?: number };
}

function change(
  words: readonly string[],
  settings: Settings,
  action: "revoke" | "delete",
  run: (db: Db, workspace: Workspace) => Promise<Change>,
): Promise<Change> {
  const clientId = requiredWord(words, 0, "The client id");
  const name = requiredWord(words, 1, "The user's id");
  noMoreWords(words, 2, `user ${action}`);
  return withStore(settings, (store) =>
    store.transaction(async (db) => {
      const application = await existingApplication(db, clientId);
      const workspace = await findWorkspace(db, application.organization_id, name);
      if (!workspace)
        throw new ConnectorError("config_error", "There is no such user.", {
          hint: 'Run "user list <client id>" to see the users.',
        });
      const done = await run(db, workspace);
      await auditCommand(store, db, `user.${action}`, application, done.workspace, done.detail);
      return done;
    }),
  );
}
