import { storedText } from "../content/message-text.ts";
import type { User } from "../types.ts";

const NAME = /(?<![\p{L}\p{N}_<])([@#])([\p{L}\p{N}._-]*[\p{L}\p{N}])/gu;

/**
 * Converts `@name` to a mention if a user has this handle, and `#name` to a link to the channel, as Slack's own client
 * does.
 */
export function markupOf(
  text: string,
  users: readonly User[],
  channels: readonly { id: string; name: string }[],
): string {
  const mentioned = text.replace(NAME, (all, sign: string, name: string) => {
    const wanted = name.toLowerCase();
    if (sign === "#") {
      const channel = channels.find((each) => each.name === wanted && each.name !== "");
      return channel ? `<#${channel.id}|${channel.name}>` : all;
    }
    if (["here", "channel", "everyone"].includes(wanted)) return `<!${wanted}>`;
    const user = users.find((each) => each.name === wanted);
    return user ? `<@${user.id}>` : all;
  });
  return storedText(mentioned, { links: true });
}
