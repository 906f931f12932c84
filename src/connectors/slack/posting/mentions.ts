import type { RunResult } from "../../../core/contract/run-context.ts";
import { type Dict, cut, isDict } from "../../../core/ground/json.ts";

// These functions escape mentions, so that an agent's text notifies nobody unless the caller allows mentions.
// https://docs.slack.dev/messaging/formatting-message-text#mentioning-users

/**
 * Matches the start of a mention that notifies people, such as `<@U012AB3CD` or `<!here`. The next character must
 * be `|` or `>`. All other texts in angle brackets notify nobody, such as dates, links to channels and HTML.
 */
const mention =
  /<(?=(?:@[UW][A-Z0-9]+|!(?:here|channel|everyone|group)|!subteam\^S[A-Z0-9]+)(?=[|>]))(?<token>[^|>]*)/g;

/** Matches the `@` of the plain words that notify people: `@channel`, `@here` and `@everyone`. */
const loudWord = /(?<![a-z\d])@(?=(?<word>channel|here|everyone)(?![a-z\d]))/gi;

/** Escapes mentions in Slack's syntax. Adds the escaped mentions to `found`. */
export const escapeMentions = (text: string, found?: Set<string>): string =>
  text.replace(mention, (_all, token: string) => {
    found?.add(`<${token}>`);
    return `&lt;${token}`;
  });

/**
 * Escapes mentions in Slack's syntax, and also the plain words `@channel`, `@here` and `@everyone`. Puts an invisible
 * character into each of these words. The words can notify people in Markdown, in blocks and in `chat.update`. For some
 * other methods, Slack's documentation does not say whether the words notify people. The connector therefore also uses
 * this function for the texts of those methods. Adds the escaped mentions to `found`.
 */
export const escapeAllMentions = (text: string, found?: Set<string>): string =>
  escapeMentions(text, found).replace(loudWord, (_at, word: string) => {
    found?.add(`@${word}`);
    return "@\u2060";
  });

/**
 * Returns the blocks with all mentions escaped. Slack recognises mentions in text objects of the type `mrkdwn`, in
 * `markdown` blocks, and as elements of rich text. Slack recognises no mentions in `plain_text` objects and in the text
 * elements of rich text. Adds the escaped mentions to `found`.
 */
export function escapeBlockMentions(node: unknown, found?: Set<string>): unknown {
  if (Array.isArray(node)) return node.map((one) => escapeBlockMentions(one, found));
  if (!isDict(node)) return node;
  const text = mentionText(node);
  if (text !== undefined) {
    found?.add(text);
    const { bold, italic, strike } = isDict(node.style) ? node.style : {};
    const style = Object.fromEntries(
      Object.entries({ bold, italic, strike }).filter(([, on]) => on === true),
    );
    return { type: "text", text, ...(Object.keys(style).length > 0 ? { style } : {}) };
  }
  const inside = Object.fromEntries(
    Object.entries(node).map(([name, part]) => [name, escapeBlockMentions(part, found)]),
  );
  const { type, text: own } = node;
  return (type === "mrkdwn" || type === "markdown") && typeof own === "string"
    ? { ...inside, text: escapeAllMentions(own, found) }
    : inside;
}

/** The advice for an action that has no param `mentions`. */
export const adviceToPost = "To notify people, post a message with mentions: true.";

/**
 * Runs `write`, which escapes mentions and adds the escaped mentions to `found`. If `found` is not empty, adds a
 * warning to the result. Without the warning, a caller would believe that the mentioned people were notified. `advice`
 * is the part of the warning that says how to notify people.
 */
export async function warnOfEscaped(
  write: (found: Set<string>) => Promise<RunResult>,
  advice = "To notify people, pass mentions: true.",
): Promise<RunResult> {
  const found = new Set<string>();
  const result = await write(found);
  if (found.size === 0) return result;
  const warnings = Array.isArray(result.meta?.warnings) ? (result.meta.warnings as unknown[]) : [];
  const shown = [...found].slice(0, 5).map((one) => cut(one, 40));
  const more = found.size > 5 ? ` and ${found.size - 5} more` : "";
  const warning = `${shown.join(", ")}${more} ${found.size === 1 ? "was" : "were"} sent as plain text, so nobody was notified. ${advice}`;
  return { ...result, meta: { ...result.meta, warnings: [...warnings, warning] } };
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
