import { type Dict, isDict } from "../../../core/ground/json.ts";

// These functions escape mentions, so that an agent's text notifies nobody unless the caller allows mentions.
// https://docs.slack.dev/messaging/formatting-message-text#mentioning-users

/** Escapes Slack's syntax for mentions. Keeps dates and links to channels, because they notify nobody. */
export const escapeMentions = (text: string): string => text.replace(/<(?=[@!])(?!!date\^)/g, "&lt;");

/**
 * Escapes Slack's syntax for mentions, and also the plain words `@channel`, `@here` and `@everyone`. Puts an invisible
 * character into each of these words. The words can notify people in Markdown, in blocks and in `chat.update`. For some
 * other methods, Slack's documentation does not say whether the words notify people. The connector therefore also uses
 * this function for the texts of those methods.
 */
export const escapeAllMentions = (text: string): string =>
  escapeMentions(text).replace(/(?<![a-z\d])@(?=(?:channel|here|everyone)(?![a-z\d]))/gi, "@\u2060");

/**
 * Returns the blocks with all mentions escaped. Slack recognises mentions in text objects of the type `mrkdwn`, in
 * `markdown` blocks, and as elements of rich text. Slack recognises no mentions in `plain_text` objects and in the text
 * elements of rich text.
 */
export function escapeBlockMentions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(escapeBlockMentions);
  if (!isDict(node)) return node;
  const mention = mentionText(node);
  if (mention !== undefined) {
    const { bold, italic, strike } = isDict(node.style) ? node.style : {};
    const style = Object.fromEntries(
      Object.entries({ bold, italic, strike }).filter(([, on]) => on === true),
    );
    return { type: "text", text: mention, ...(Object.keys(style).length > 0 ? { style } : {}) };
  }
  const inside = Object.fromEntries(
    Object.entries(node).map(([name, part]) => [name, escapeBlockMentions(part)]),
  );
  const { type, text } = node;
  return (type === "mrkdwn" || type === "markdown") && typeof text === "string"
    ? { ...inside, text: escapeAllMentions(text) }
    : inside;
}

/**
 * Converts a mention element of rich text to Slack's text syntax, such as `<@U012AB3CD>`. Returns undefined for any
 * other element.
 */
function mentionText({ type, user_id, usergroup_id, team_id, range }: Dict): string | undefined {
  if (type === "user") return `<@${String(user_id)}>`;
  if (type === "usergroup") return `<!subteam^${String(usergroup_id)}>`;
  if (type === "team") return `<!team^${String(team_id)}>`;
  return type === "broadcast" ? `<!${String(range)}>` : undefined;
}
