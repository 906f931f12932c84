import { type Dict, stringAt } from "../../../core/ground/json.ts";
import { literalText, type Renderer } from "./markup-to-text.ts";

// An attachment with a message that somebody has forwarded, or whose link somebody has pasted.

interface SharedHead {
  /** The author, the channel and the link of the original message. */
  line: string;
  /** The fields of the attachment that the line replaces. */
  fields: readonly string[];
}

export const isShared = (part: Dict): boolean => part.is_share === true || part.is_msg_unfurl === true;

/** Returns undefined if the attachment is no shared message. */
export function sharedHead(part: Dict, renderer: Renderer): SharedHead | undefined {
  if (!isShared(part)) return undefined;
  const textOf = (field: string) => literalText(stringAt(part, field) ?? "");
  const [name, subname, channel, link] = ["author_name", "author_subname", "channel_name", "from_url"].map(
    textOf,
  );
  const id = stringAt(part, "author_id");
  const author = name === "" && id !== undefined ? renderer.user(id) : name!;
  const words = [
    author,
    // Only an app has a second name that differs from the first.
    subname === name ? "" : subname!,
    channel === "" ? "" : `#${channel}`,
    link === "" ? "" : `(${link})`,
  ];
  return {
    line: words.filter((word) => word !== "").join(" "),
    fields: [
      "author_name",
      "author_subname",
      "author_id",
      "channel_name",
      // Slack repeats the channel below the message.
      ...(channel !== "" && stringAt(part, "footer") === `Posted in #${channel}` ? ["footer"] : []),
    ],
  };
}
