import type { RunResult } from "../../../core/contract/run-context.ts";
import { type Dict, cut, isDict } from "../../../core/ground/json.ts";
import { decodeMarkdown } from "../text/decode-markdown.ts";

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
 * Escapes mentions in Slack's markup, and puts an invisible character into the plain words `@channel`, `@here` and
 * `@everyone`. These words can notify people in blocks and in `chat.update`. Use this function also if Slack does not
 * document whether these words notify people.
 */
export const escapeAllMentions = (text: string, found?: Set<string>): string =>
  escapeMentions(text, found).replace(loudWord, (_at, word: string) => {
    found?.add(`@${word}`);
    return "@\u2060";
  });

/**
 * Escapes mentions and the plain words in Markdown, in which a part of a mention can be an escape, as in `<\!here>` or
 * `<&#33;here>`.
 */
export function escapeMarkdown(source: string, found?: Set<string>): string {
  if (!/[\\&]/.test(source)) return escapeAllMentions(source, found);
  const { text, starts } = decodeMarkdown(source);
  const changes = [
    ...[...text.matchAll(mention)].map(({ index, groups }) => ({ index, name: `<${groups!.token}>` })),
    ...[...text.matchAll(loudWord)].map(({ index, groups }) => ({ index, name: `@${groups!.word}` })),
  ].sort((one, other) => one.index - other.index);
  let result = "";
  let end = 0;
  for (const { index, name } of changes) {
    const [from, to] = [starts[index]!, starts[index + 1]!];
    const sign = source.slice(from, to);
    if (sign === "&lt;") continue;
    found?.add(name);
    result += source.slice(end, from) + (name.startsWith("<") ? "&lt;" : `${sign}\u2060`);
    end = to;
  }
  return result + source.slice(end);
}

/**
 * Lists the mentions that notify people if the content of a message is posted with `mentions: true`, such as
 * `<@U012AB3CD>`, `<!subteam^S012AB3CD>`, `<!channel>` and, in formats in which such words can notify people,
 * `@channel`. `content`: the params of a call that writes a message.
 */
export function mentionsIn(content: Dict): string[] {
  const found = new Set<string>();
  for (const [name, value] of Object.entries(content))
    if (typeof value !== "string") escapeBlockMentions(value, found);
    else if (name === "markdown_text") escapeMarkdown(value, found);
    // `@channel` in the `text` of a new message notifies nobody.
    else if (name === "text" && content.ts === undefined) escapeMentions(value, found);
    else escapeAllMentions(value, found);
  return [...found];
}

/**
 * Escapes mentions in `mrkdwn` objects, in `markdown` blocks, in the chunks of a stream and in elements of rich text. In
 * `plain_text` objects and in the text elements of rich text, Slack recognizes no mentions.
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
  const { type } = node;
  const fields = typeof type === "string" && Object.hasOwn(textFields, type) ? textFields[type]! : [];
  const escape = type === "mrkdwn" ? escapeAllMentions : escapeMarkdown;
  const texts = fields.flatMap((name) => {
    const value = node[name];
    return typeof value === "string" ? [[name, escape(value, found)] as const] : [];
  });
  return { ...inside, ...Object.fromEntries(texts) };
}

/** The fields with text in which Slack can recognize mentions, by the `type` of a block, an object or a chunk. */
const textFields: Readonly<Record<string, readonly string[]>> = {
  mrkdwn: ["text"],
  markdown: ["text"],
  markdown_text: ["text"],
  task_update: ["title", "details", "output"],
  plan_update: ["title"],
};

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
