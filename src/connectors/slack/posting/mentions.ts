import { type Dict, isDict } from "../../../core/ground/json.ts";

// Escapes mentions, so that a text from an agent notifies nobody unless the caller allows it.
// https://docs.slack.dev/messaging/formatting-message-text#mentioning-users

/** Escapes Slack's syntax for mentions. Dates and channels notify nobody and stay. */
export const escapeMentions = (text: string): string => text.replace(/<(?=[@!])(?!!date\^)/g, "&lt;");

/**
 * Escapes bare `@channel`, `@here` and `@everyone` as well, with an invisible joiner. They may notify people in Markdown, in
 * blocks, in chat.update (which parses texts as Slack's own clients do), and wherever Slack documents no parsing.
 */
export const escapeAllMentions = (text: string): string =>
  escapeMentions(text).replace(/(?<![a-z\d])@(?=(?:channel|here|everyone)(?![a-z\d]))/gi, "@\u2060");

/**
 * Blocks that notify nobody. Slack finds mentions in text objects of type mrkdwn, in markdown blocks, and as elements of
 * rich text. It shows plain_text and the texts in rich text as they are.
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

/** A mention element of rich text, in the characters that a text would have. */
function mentionText({ type, user_id, usergroup_id, team_id, range }: Dict): string | undefined {
  if (type === "user") return `<@${String(user_id)}>`;
  if (type === "usergroup") return `<!subteam^${String(usergroup_id)}>`;
  if (type === "team") return `<!team^${String(team_id)}>`;
  return type === "broadcast" ? `<!${String(range)}>` : undefined;
}
