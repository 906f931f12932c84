import { answered } from "../account.ts";
import type { Behaviour } from "../behaviour.ts";
import { compared } from "../finding.ts";
import type { SlackAccount } from "./account.ts";

/** Slack's pages that a person sees while connecting an account. The checks send nothing. */
export const slackConnecting: readonly Behaviour<SlackAccount>[] = [
  {
    id: "slack/loopback-with-pkce",
    assumed:
      "After a consent with PKCE for a user token, Slack redirects the browser to `http://localhost` with a registered port.",
    usedIn: "cli/connect/loopback.ts",
    sends: "nothing",
    reads:
      "A person has run `agent-connectors connect slack` for a user token, and the browser came back to the page of the command.",
    writes: false,
    asks: true,
    check: async (account) =>
      compared(
        await answered(
          account,
          "Did the command `connect slack` for a user token end on the page that says you can close the window?",
        ),
        {},
      ),
  },
  {
    id: "slack/manifest-link",
    assumed: "Slack's page accepts the link with the manifest of all actions, although the link is long.",
    usedIn: "src/connectors/slack/wire/app-manifest.ts",
    sends: "nothing",
    reads: "A person opens the link of `agent-connectors manifest slack`, and the page shows the manifest.",
    writes: false,
    asks: true,
    check: async (account) =>
      compared(
        await answered(
          account,
          "Open the link that `agent-connectors manifest slack` prints. Does Slack's page show the manifest?",
        ),
        {},
      ),
  },
];
