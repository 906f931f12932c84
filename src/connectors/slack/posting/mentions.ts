import type { RunResult } from "../../../core/contract/run-context.ts";
import { type Dict, cut, isDict } from "../../../core/ground/json.ts";

// Escapes mentions, so that an agent's text notifies nobody unless the caller allows mentions.
// https://docs.slack.dev/messaging/formatting-message-text#mentioning-users

/**
 * The start of a mention that notifies people, such as `<@U012AB3CD` or `<!here`. Other texts in angle brackets notify
 * nobody, such as dates, links to channels and HTML.
 */
const mention =
  /<(?=(?:@[UW][A-Z0-9]+|!(?:here|channel|everyone|group)|!subteam\^S[A-Z0-9]+)(?=[|>]))(?<token>[^|>]*)/g;

/** The `@` of a plain word that can notify people, such as `@here`. */
const loudWord = /(?<![a-z\d])@(?=(?<word>channel|here|everyone)(?![a-z\d]))/gi;

/** Escapes mentions in Slack's markup, and adds the mentions to `found`. */
export const escapeMentions = (text: string, found?: Set<string>): string =>
  text.replace(mention, (_all, token: string) => {
    found?.add(`<${token}>`);
    return `&lt;${token}`;
  });

/**
 * Escapes mentions, and puts an invisible character into the plain words `@channel`, `@here` and `@everyone`. These
 * words can notify people in Markdown, in blocks and in `chat.update`. Use this function also if Slack does not
 * document whether these words notify people.
 */
export const escapeAllMentions = (text: string, found?: Set<string>): string =>
  escapeMentions(text, found).replace(loudWord, (_at, word: string) => {
    found?.add(`@${word}`);
    return "@\u2060";
  });

/**
 * Escapes mentions in `mrkdwn` objects, in `markdown` blocks and in elements of rich text. In `plain_text` objects and
 * in the text elements of rich text, Slack recognizes no mentions.
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

/** The advice for an action without the param `mentions`. */
export const adviceToPost = "To notify people, post a message with mentions: true.";

/**
 * Adds a warning if mentions were escaped, because the caller expects that people were notified. `advice` says how to
 * notify people.
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
 * Converts a mention element of rich text to Slack's syntax, such as `<@U012AB3CD>`. Returns undefined for any other
 * element.
 */
function mentionText({ type, user_id, usergroup_id, team_id, range }: Dict): string | undefined {
  if (type === "user") return `<@${String(user_id)}>`;
  if (type === "usergroup") return `<!subteam^${String(usergroup_id)}>`;
  if (type === "team") return `<!team^${String(team_id)}>`;
  return type === "broadcast" ? `<!${String(range)}>` : undefined;
}
