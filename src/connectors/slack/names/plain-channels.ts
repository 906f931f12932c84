import type { NameCache } from "./ids-to-names.ts";

// In Slack, only markup such as `<#C012AB3CD>` links a channel. The plain text `#general` is no link.
// https://docs.slack.dev/messaging/formatting-message-text#linking-channels

/** Removes code, in which nobody expects a mention or a link. */
export const withoutCode = (text: string): string => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, " ");

/**
 * Returns one warning per name of a channel in a posted text. For an unknown name, reads the first page of Slack's list
 * of public channels, at most once in an hour.
 */
export async function channelWarnings(
  texts: readonly string[],
  nameCache: Pick<NameCache, "known" | "readChannels">,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const words = new Set(texts.flatMap(plainChannels));
  if (words.size === 0) return [];
  const warnings = () =>
    Array.from(nameCache.known()).flatMap(([id, { name }]) =>
      id.startsWith("C") && name !== undefined && words.has(name.toLowerCase())
        ? [`#${name} is plain text without a link. To link the channel, write <#${id}>.`]
        : [],
    );
  const known = warnings();
  if (known.length === words.size) return known;
  await nameCache.readChannels(signal);
  return warnings();
}

/** Finds words such as `#general`. Skips code, addresses, colors and numbers, such as `#123`. */
const plainChannels = (text: string): string[] =>
  Array.from(withoutCode(text).matchAll(/(?<![\w<>&/|.#-])#([^\s<>#@&|,;:.!?()[\]{}"'`*~/]+)/g), ([, word]) =>
    word!.toLowerCase(),
  ).filter((word) => !/^(?:\d+|[\da-f]{6})$/.test(word));
