import { emojiTable } from "./emoji-table.ts";

// `resolve-params.ts` loads this module only if a caller passes an emoji, such as 👍, instead of its name.

const skinTones = /[\u{1F3FB}-\u{1F3FF}]/gu;
const countryFlag = /^[\u{1F1E6}-\u{1F1FF}]{2}$/u;
const letter = /^[\p{L}\p{N}]/u;

const slackNames = new Map<string, string>();
let current = "";
for (const word of emojiTable.trim().split(/\s/)) {
  if (/^[a-z\d+_-]+$/.test(word)) {
    slackNames.set(current, word);
    current = String.fromCodePoint(current.codePointAt(0)! + 1);
  } else current = word;
}

/**
 * Returns Slack's name of an emoji, such as `+1` for 👍 and `wave::skin-tone-3` for 👋🏼. Returns a name unchanged.
 * Returns undefined for an unknown emoji, and for an emoji with several skin tones, because a name has only one skin
 * tone. https://docs.slack.dev/reference/methods/reactions.add
 */
export function emojiName(text: string): string | undefined {
  const tones = new Set(text.match(skinTones));
  const plain = text.replace(skinTones, "").replaceAll("\uFE0F", "");
  const name = slackNames.get(plain) ?? flagName(plain);
  if (name === undefined) return letter.test(text) ? text : undefined;
  const [tone, ...others] = tones;
  if (others.length > 0) return undefined;
  // Slack numbers the five skin tones from 2 to 6.
  return tone === undefined ? name : `${name}::skin-tone-${tone.codePointAt(0)! - 0x1f3fb + 2}`;
}

function flagName(text: string): string | undefined {
  if (!countryFlag.test(text)) return undefined;
  const letters = Array.from(text, (one) => String.fromCharCode(one.codePointAt(0)! - 0x1f1e6 + 97));
  return `flag-${letters.join("")}`;
}
