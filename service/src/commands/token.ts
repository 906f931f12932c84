import { ConnectorError, type Effect } from "agent-connectors";
import { systemClock } from "agent-connectors/toolkit";
import { createLongLivedToken } from "../access/long-lived-tokens.ts";
import { connectorScopes } from "../access/scopes.ts";
import { defaultEffects, effects } from "../platforms/effects.ts";
import { longLivedTokenView } from "../routes/account/long-lived-tokens.ts";
import { tokenName, userId } from "../routes/shared/request-schemas.ts";
import type { Settings } from "../startup/settings.ts";
import { wholeNumber } from "../startup/whole-number.ts";
import { deleteLongLivedToken, listLongLivedTokens } from "../store/queries/long-lived-tokens.ts";
import { existingApplication } from "./application.ts";
import { auditCommand } from "./shared/command-audit.ts";
import { noMoreWords, print, readAction, requiredWord } from "./shared/command-line.ts";
import { withStore } from "./shared/existing-store.ts";
import { scopedTokenOf } from "./shared/running-service.ts";

/** Prints a scoped token with which somebody can try out the API. With an action, lists or changes long-lived tokens. */
export async function token(words: readonly string[], settings: Settings): Promise<void> {
  const [action, ...rest] = words;
  if (action !== undefined) return readAction(actions, "token", action)(rest, settings);
  print(await scopedTokenOf(settings, requiredWord([settings.user ?? ""], 0, "--user")));
}

const pageSize = 200;
const dayMs = 86_400_000;
const maxDays = 36_500;

const actions = {
  async list(words: readonly string[], settings: Settings) {
    const clientId = requiredWord(words, 0, "The client id");
    noMoreWords(words, 1, "token list");
    await withStore(settings, async ({ db }) => {
      const { organization_id } = await existingApplication(db, clientId);
      for (let after: string | undefined; ;) {
        const asked = { workspace: settings.user, after, limit: pageSize };
        const rows = await listLongLivedTokens(db, organization_id, asked, systemClock.now());
        for (const row of rows) print(JSON.stringify(longLivedTokenView(row)));
        if (rows.length < pageSize) return;
        after = rows.at(-1)!.id;
      }
    });
  },
  async create(words: readonly string[], settings: Settings) {
    const clientId = requiredWord(words, 0, "The client id");
    const name = checked(tokenName, requiredWord(words, 1, "The name of the token"), "The name");
    const user = checked(userId, requiredWord([settings.user ?? ""], 0, "--user"), "--user");
    noMoreWords(words, 2, "token create");
    const { connector } = settings.audit;
    const now = systemClock.now();
    const days =
      settings.token.days === undefined ? undefined : wholeNumber("--days", settings.token.days, maxDays, 1);
    const asked = {
      user,
      name,
      scopes: connectorScopes,
      effects: readEffects(settings.token.effects),
      external: false,
      connectors: connector === undefined ? undefined : [connector],
      expiresAt: days === undefined ? undefined : now + days * dayMs,
    };
    const created = await withStore(settings, (store) =>
      store.transaction(async (db) => {
        const application = await existingApplication(db, clientId);
        const { row, token } = await createLongLivedToken(db, application, asked, now);
        const detail = { token: row.id, name };
        await auditCommand(store, db, "token.long_lived", application, row.workspace_id, detail);
        return token;
      }),
    );
    print(created);
  },
  async revoke(words: readonly string[], settings: Settings) {
    const clientId = requiredWord(words, 0, "The client id");
    const id = requiredWord(words, 1, "The id of the token");
    noMoreWords(words, 2, "token revoke");
    await withStore(settings, (store) =>
      store.transaction(async (db) => {
        const application = await existingApplication(db, clientId);
        const row = await deleteLongLivedToken(db, application.organization_id, id);
        if (!row)
          throw new ConnectorError("config_error", "There is no such token, or it was revoked.", {
            hint: 'Run "token list <client id>" to see the tokens.',
          });
        await auditCommand(store, db, "token.revoke", application, row.workspace_id, { token: id });
      }),
    );
    print("The token is revoked.");
  },
};

type Schema = typeof userId;

/** @throws ConnectorError `config_error` */
function checked(schema: Schema, text: string, what: string): string {
  const read = schema.safeParse(text);
  if (read.success) return read.data;
  throw new ConnectorError("config_error", `${what} ${read.error.issues[0]?.message ?? "is not valid"}.`);
}

/** @throws ConnectorError `config_error` */
function readEffects(text: string | undefined): readonly Effect[] {
  if (text === undefined) return defaultEffects;
  const names = text.split(",");
  const unknown = names.find((name) => !effects.some((effect) => effect === name));
  if (unknown !== undefined)
    throw new ConnectorError("config_error", `There is no effect "${unknown.slice(0, 40)}".`, {
      path: "--effects",
      hint: `Effects: ${effects.join(", ")}. Write commas between them.`,
    });
  return effects.filter((effect) => names.includes(effect));
}
