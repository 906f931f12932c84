import type { Assumption } from "../behaviour.ts";

/** Behaviours that no check tries. */
export const slackAssumptions: readonly Assumption[] = [
  {
    id: "slack/scopes-header",
    assumed:
      "The header `x-oauth-scopes` of a response lists the granted scopes, with commas and without spaces.",
    usedIn: "src/connectors/slack/entities/auth.ts",
  },
  {
    id: "slack/own-direct-message",
    assumed: "A person's direct message to themselves is an `im` whose `user` is the person's own id.",
    usedIn: "src/connectors/slack/names/find-by-name.ts",
  },
  {
    id: "slack/canvas-page",
    assumed:
      'The download of a canvas is an HTML page whose first element is `<div class="quip-canvas-content">`.',
    usedIn: "src/connectors/slack/canvases/canvas-markdown.ts",
  },
  {
    id: "slack/organization-token",
    assumed:
      "A token for a whole Enterprise organization needs `team_id`. Without it, Slack answers `missing_argument` or `team_not_found`.",
    usedIn: "src/connectors/slack/wire/error-codes.ts",
  },
  {
    id: "slack/refresh-token-age",
    assumed:
      "A refresh token of an app with PKCE is valid for 30 days. Each use starts these 30 days again, so an account that is used every month stays connected.",
    usedIn: "src/connectors/slack/wire/rotating-tokens.ts",
  },
  {
    id: "slack/loopback-with-pkce",
    assumed:
      "After a consent with PKCE for a user token, Slack redirects the browser to `http://localhost` with a registered port.",
    usedIn: "cli/connect/loopback.ts",
  },
  {
    id: "slack/manifest-link",
    assumed: "Slack's page accepts the link with the manifest of all actions, although the link is long.",
    usedIn: "src/connectors/slack/wire/app-manifest.ts",
  },
  {
    id: "slack/markdown-mentions",
    assumed: "In `markdown_text`, `<@U…>` is a mention, and `&lt;@U…>` is not a mention.",
    usedIn: "src/connectors/slack/posting/mentions.ts",
  },
  {
    id: "slack/markdown-code-escapes",
    assumed: "In code inside `markdown_text`, `&lt;` is shown as `<`.",
    usedIn: "src/connectors/slack/posting/mentions.ts",
  },
  {
    id: "slack/split-channel-word",
    assumed: "With an invisible character after `@`, the word `@channel` notifies nobody.",
    usedIn: "src/connectors/slack/posting/mentions.ts",
  },
  {
    id: "slack/list-numbers",
    assumed: "In the text that Slack creates from a numbered list, the first number is `offset` plus 1.",
    usedIn: "src/connectors/slack/text/rich-text.ts",
  },
  {
    id: "slack/quote-lines",
    assumed: "In the text that Slack creates from a quote, every line begins with `&gt; `.",
    usedIn: "src/connectors/slack/text/same-words.ts",
  },
  {
    id: "slack/plain-text-mentions",
    assumed: "A mention in a `plain_text` object or in a text element of rich text notifies nobody.",
    usedIn: "src/connectors/slack/posting/mentions.ts",
  },
  {
    id: "slack/plain-text-entities",
    assumed: "In a `plain_text` object, `&lt;` is shown as `<`.",
    usedIn: "src/connectors/slack/text/option-text.ts",
  },
  {
    id: "slack/attachment-blocks",
    assumed: "If an attachment has blocks, Slack shows the blocks in place of the attachment's text.",
    usedIn: "src/connectors/slack/text/visible-fields.ts",
  },
];
