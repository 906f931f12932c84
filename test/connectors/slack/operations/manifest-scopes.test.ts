import { ConnectorError, type Catalogue } from "agent-connectors";
import type { ActionScopes } from "agent-connectors/toolkit";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import type { WriteCase } from "../../../chaos/write-cases/write-case.ts";
import { writeCases } from "../../../chaos/write-cases/write-cases.ts";
import {
  type Kind,
  kinds,
  openPlace,
  owners,
  paramsOfWrite,
  type Place,
  reads,
  type Token,
  tokens,
} from "./conversation-worlds.ts";

// Calls every action in every kind of conversation, with tokens that have exactly the scopes of the manifest for this
// action: the manifest with the scopes without which the action fails, and the manifest with all its scopes. The sandbox knows from Slack's documentation which scopes a method needs for which kind of conversation.

const { entities } = (await SlackConnector.describe()) as Catalogue;
const nameOf = (title: string): [entity: string, action: string] => title.split(" ")[0]!.split(".") as never;
const scopesOf = (title: string): ActionScopes => {
  const [entity, action] = nameOf(title);
  return entities[entity]![action]!.scopes!;
};

/** The kind of conversation that a scope is for. Undefined if the scope is for all kinds. */
function kindOf(scope: string): Kind | undefined {
  const families = [/^channels:|^search:read\.public/, /^groups:|\.private$/, /^mpim:|\.mpim$/, /^im:|\.im$/];
  return kinds[families.findIndex((family) => family.test(scope))];
}

const seeded = new Map<string, { kind: Token; user: string; scopes: string[] }>();
const tokenWith = (kind: Token, scopes: readonly string[]): string => {
  const text = `${kind === "bot" ? "xoxb" : "xoxp"}-${seeded.size}`;
  seeded.set(text, { kind, user: owners[kind], scopes: [...scopes] });
  return text;
};

/** An action with the scopes of its manifest. */
interface Case {
  title: string;
  token: Token;
  write?: WriteCase;
  /** A token with all scopes of the action. */
  whole: string;
  /** A token with only the scopes without which the action fails. */
  smallest: string;
  /** For each scope that the action requires, a token without this scope. */
  without: ReadonlyMap<string, string>;
}

const keyOf = ({ token, title }: Case) => `${token} ${nameOf(title).join(".")}`;

async function caseOf(title: string, token: Token, write?: WriteCase): Promise<Case> {
  const grantedBy = async (allScopes: boolean): Promise<string[]> => {
    const include = [nameOf(title).join(".")];
    const { manifest } = await SlackConnector.manifest({ include, tokens: [token], allScopes });
    return (manifest.oauth_config as { scopes: Partial<Record<Token, string[]>> }).scopes[token] ?? [];
  };
  const granted = await grantedBy(true);
  const required = new Set(scopesOf(title).required[token]!.flat());
  const without = granted
    .filter((scope) => required.has(scope))
    .map(
      (scope) =>
        [
          scope,
          tokenWith(
            token,
            granted.filter((one) => one !== scope),
          ),
        ] as const,
    );
  return {
    title,
    token,
    whole: tokenWith(token, granted),
    smallest: tokenWith(token, await grantedBy(false)),
    without: new Map(without),
    ...(write ? { write } : {}),
  };
}

/** Calls an action. Returns the error code, and the methods that the sandbox has refused for a missing scope. */
async function call({ title, write }: Case, { sandbox }: Place, token: string, params: object) {
  const [entity, action] = nameOf(title);
  const refused: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await sandbox.fetch(input, init);
    if (!/json/.test(response.headers.get("content-type") ?? "")) return response;
    const text = await response.text();
    if (/"error":"missing_scope"/.test(text)) refused.push(String(input));
    return new Response(text, response);
  };
  const slack = new SlackConnector({ auth: { api_token: token } }, { ...sandbox.options, fetch });
  const event = { slack: { action_token: sandbox.actionToken, trigger_id: sandbox.triggerId() } };
  const context = write?.context || title.startsWith("search.") ? event : undefined;
  const error = await slack
    .execute(entity as "pins", action as "list", params as never, { context })
    .then(
      async ({ data }: { data: unknown }) => void (data instanceof ReadableStream && (await data.cancel())),
    )
    .catch((thrown: unknown) => thrown);
  return { error: error === undefined ? undefined : codeOf(error), refused };
}

function codeOf(error: unknown): string {
  if (!ConnectorError.is(error)) return String(error);
  if (error.code === "credential_insufficient_scope") return "missing_scope";
  return error.platform?.code ?? error.message;
}

/** Returns whether an action takes a conversation. If not, the kind of conversation makes no difference. */
function takesConversation(title: string): boolean {
  const [entity, action] = nameOf(title);
  const { properties = {} } = entities[entity]![action]!.params;
  return title.startsWith("dms.") || ["channel", "channels", "types", "channel_types", "is_private"].some((name) => name in properties); // prettier-ignore
}

/** The errors that Slack returns even to a token with all scopes. */
const otherErrors: Readonly<Record<string, string>> = {
  // Archiving a channel removes its bots.
  "bot channels.unarchive in public_channel": "not_in_channel",
  "bot channels.unarchive in private_channel": "not_in_channel",
  ...eachToken(["channels.join"], ["private_channel"], "channel_not_found"),
  ...eachToken(
    [
      "channels.update",
      "channels.archive",
      "channels.unarchive",
      "channels.join",
      "channels.leave",
      "channel_invites.create",
      "channel_kicks.create",
    ],
    ["mpim", "im"],
    "method_not_supported_for_channel_type",
  ),
};

function eachToken(names: readonly string[], where: readonly Kind[], error: string): Record<string, string> {
  const keys = tokens.flatMap((token) =>
    names.flatMap((name) => where.map((kind) => `${token} ${name} in ${kind}`)),
  );
  return Object.fromEntries(keys.map((key) => [key, error]));
}

test("every action: the scopes of its manifest are enough, and each required scope is necessary", async () => {
  const writes = new Map(writeCases.filter(({ name }) => !name.includes(" ")).map((one) => [one.name, one]));
  const titles = [...Object.keys(reads), ...writes.keys()];
  const all = Object.entries(entities).flatMap(([entity, actions]) => Object.keys(actions).map((action) => `${entity}.${action}`)); // prettier-ignore
  expect([...new Set(titles.map((title) => nameOf(title).join(".")))].toSorted()).toEqual(all.toSorted());
  const cases: Case[] = [];
  for (const token of tokens)
    for (const title of titles)
      if (scopesOf(title).required[token]) cases.push(await caseOf(title, token, writes.get(title)));

  const needed = new Map<string, Set<string>>(cases.map((one) => [keyOf(one), new Set()]));
  const lacking: Record<string, readonly string[]> = {};
  const errors: Record<string, string> = {};
  const failing: string[] = [];
  for (const token of tokens)
    for (const kind of kinds) {
      const place = await openPlace(kind, token, seeded);
      for (const one of cases) {
        if (one.token !== token || (kind !== kinds[0] && !takesConversation(one.title))) continue;
        const at = `${keyOf(one)} in ${kind}`;
        const params = one.write
          ? await paramsOfWrite(one.write, place).catch(codeOf)
          : reads[one.title]!(place);
        if (typeof params === "string") errors[at] = params;
        if (!params || typeof params === "string") continue;
        const found = needed.get(keyOf(one))!;
        for (const [scope, reduced] of one.without)
          if (!found.has(scope) && (kindOf(scope) ?? kind) === kind)
            if ((await call(one, place, reduced, params)).error === "missing_scope") found.add(scope);
        const { error, refused } = await call(one, place, one.whole, params);
        // If the action cannot succeed here, no scope of the manifest has to allow it.
        const anyway =
          error === undefined
            ? undefined
            : (await call(one, place, place.sandbox.tokens[token], params)).error;
        if (anyway !== undefined) errors[at] = anyway;
        else if (error !== undefined || refused.length > 0) lacking[at] = [...refused, error ?? ""];
        else if ((await call(one, place, one.smallest, params)).error === "missing_scope")
          failing.push(`${at}: ${one.smallest}`);
      }
    }
  const unneeded = cases.flatMap((one) =>
    [...one.without.keys()]
      .filter((scope) => !needed.get(keyOf(one))!.has(scope))
      .map((scope) => `${keyOf(one)}: ${scope}`),
  );
  expect({ lacking, failing, unneeded, errors }).toEqual({
    lacking: {},
    failing: [],
    // The direct message of this test has no unread messages, so its messages are not read.
    unneeded: ["user unread_messages.list: im:history"],
    errors: otherErrors,
  });
});
