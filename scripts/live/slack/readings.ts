import { at, stringAt } from "../../../src/core/ground/json.ts";
import { accountAge } from "../account.ts";
import type { Behaviour } from "../behaviour.ts";
import { NotTried, codeOf, compared } from "../finding.ts";
import { type SlackAccount, dictsIn } from "./account.ts";

export const slackReadings: readonly Behaviour<SlackAccount>[] = [
  {
    id: "slack/scopes-header",
    assumed:
      "The header `x-oauth-scopes` of a response lists the granted scopes, with commas and without spaces.",
    usedIn: "src/connectors/slack/entities/auth.ts",
    sends: "`auth.test`",
    reads: "The header has at least one scope, and every scope has the form `name:right`.",
    writes: false,
    check({ scopes }) {
      const wrong = scopes.filter((scope) => !/^[a-z._-]+(?::[a-z._-]+)*$/.test(scope));
      return compared(scopes.length > 0 && wrong.length === 0, {
        scopes: scopes.length,
        wrong: wrong.length,
      });
    },
  },
  {
    id: "slack/app-message-author",
    assumed:
      "In a message that an app posts with its bot token, `bot_profile.user_id` equals `user`. In a message that an app posts with a person's token, the two ids differ.",
    usedIn: "src/connectors/slack/rows/author.ts",
    sends: "`conversations.history` of up to ten channels, and `users.info` for up to ten authors",
    reads: "`bot_profile.user_id` equals `user` if and only if `users.info` says that this user is a bot.",
    writes: false,
    async check({ call, messages }) {
      const ofApps = (await messages()).filter(
        ({ bot_id, user, bot_profile }) => bot_id && user && bot_profile,
      );
      if (ofApps.length === 0) throw new NotTried("No channel has a message of an app with a user.");
      const seen = { bots: 0, people: 0, wrong: 0 };
      const authors = new Map(ofApps.map((message) => [String(message.user), message]));
      for (const [user, message] of [...authors].slice(0, 10)) {
        const isBot = at(await call("users.info", { user }), "user.is_bot") === true;
        seen[isBot ? "bots" : "people"] += 1;
        if ((stringAt(message, "bot_profile.user_id") === user) !== isBot) seen.wrong += 1;
      }
      return compared(seen.wrong === 0, seen);
    },
  },
  {
    id: "slack/workflow-author",
    assumed: "A message of a workflow has the workflow's name in `bot_profile.name`.",
    usedIn: "src/connectors/slack/rows/author.ts",
    sends: "`conversations.history` of up to ten channels",
    reads: "Every message with `bot_profile.is_workflow_bot` has `bot_profile.name`, and no `username`.",
    writes: false,
    async check({ messages }) {
      const found = (await messages()).filter(
        (message) => at(message, "bot_profile.is_workflow_bot") === true,
      );
      if (found.length === 0) throw new NotTried("No channel has a message of a workflow.");
      const named = found.filter(
        (message) => stringAt(message, "bot_profile.name") !== undefined && !stringAt(message, "username"),
      );
      return compared(named.length === found.length, { messages: found.length, named: named.length });
    },
  },
  {
    id: "slack/own-direct-message",
    assumed: "A person's direct message to themselves is an `im` whose `user` is the person's own id.",
    usedIn: "src/connectors/slack/names/find-by-name.ts",
    sends: "`conversations.list` with `types=im`, with a user token",
    reads: "One of the direct messages has the token's own user id as `user`.",
    writes: false,
    async check({ self, call, team }) {
      if (self.bot_id) throw new NotTried("The check needs a user token.");
      const channels = dictsIn(
        (await call("conversations.list", { ...team, types: "im", limit: 999 })).channels,
      );
      const own = channels.filter(({ user }) => user === self.user_id).length;
      return compared(own === 1, { direct_messages: channels.length, own });
    },
  },
  {
    id: "slack/canvas-page",
    assumed:
      'The download of a canvas is an HTML page whose first element is `<div class="quip-canvas-content">`.',
    usedIn: "src/connectors/slack/canvases/canvas-markdown.ts",
    sends: "`files.list` with `types=canvas`, and a download of the first file",
    reads: "The page begins with this element.",
    writes: false,
    async check({ call, download, team }) {
      const [canvas] = dictsIn((await call("files.list", { ...team, types: "canvas", count: 1 })).files);
      const url = stringAt(canvas, "url_private");
      if (url === undefined) throw new NotTried("The token sees no canvas.");
      const { status, text } = await download(url);
      const isCanvas = /^\s*<div[^>]*\bquip-canvas-content\b/.test(text);
      return compared(isCanvas, { status, characters: text.length });
    },
  },
  {
    id: "slack/organization-token",
    assumed:
      "A token for a whole Enterprise organization needs `team_id`. Without it, Slack answers `missing_argument` or `team_not_found`.",
    usedIn: "src/connectors/slack/wire/error-codes.ts",
    sends: "`users.list` without `team_id`",
    reads: "Slack refuses the call with one of these two codes.",
    writes: false,
    async check({ self, answer }) {
      if (self.is_enterprise_install !== true)
        throw new NotTried(
          "The check needs a token of an app that is installed for an Enterprise organization.",
        );
      const { body } = await answer("users.list", { limit: 1 });
      const error = codeOf(at(body, "error"));
      return compared(error === "missing_argument" || error === "team_not_found", { error });
    },
  },
  {
    id: "slack/refresh-token-age",
    assumed:
      "A refresh token of an app with PKCE is valid for 30 days. Each use starts these 30 days again, so an account that is used every month stays connected.",
    usedIn: "src/connectors/slack/wire/rotating-tokens.ts",
    sends: "`auth.test`, with an account that was connected more than 30 days ago and used since then",
    reads: "Slack accepts the token.",
    writes: false,
    check(account) {
      if (!account.rotates) throw new NotTried("The account has no refresh token.");
      return compared(account.self.ok === true, { days: accountAge(account, 30) });
    },
  },
];
