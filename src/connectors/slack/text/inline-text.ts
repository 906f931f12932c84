import { isDict, type Dict } from "../../../core/ground/json.ts";
import type { Renderer } from "./markup-to-text.ts";

/**
 * Returns the text of an element of rich text, such as a mention, a link or a date. Returns undefined for any other
 * object. https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
 */
export function inlineText(node: Dict, renderer: Renderer): string | undefined {
  const own = textOf(node, "text", renderer);
  switch (node.type) {
    case "text":
    case "raw_text":
    case "tag":
      return own;
    case "raw_number":
      return own ?? textOf(node, "value", renderer);
    case "user":
    case "canvas_user_mention":
      return renderer.user(idIn(node, "user_id"));
    case "channel":
      return renderer.channel(idIn(node, "channel_id"));
    case "usergroup":
      return renderer.group(idIn(node, "usergroup_id"));
    case "team":
      return renderer.team(idIn(node, "team_id"));
    case "broadcast":
      return renderer.broadcast(idIn(node, "range"));
    case "emoji":
      return emojiText(node);
    case "color":
      return idIn(node, "value");
    case "date":
      return renderer.date(node);
    case "link":
      return renderer.link(idIn(node, "url"), own);
    case "citation":
      return spaced([
        linkIn(node, own, renderer),
        citationNumber(node),
        ...detailsOf(node.details, renderer),
      ]);
    case "attachment_mention":
    case "work_object_mention":
      return spaced([linkIn(node, own, renderer), textOf(node, "product_name", renderer)]);
    case "workflow_mention":
    case "url":
      return linkIn(node, own, renderer);
    case "file":
      // The block of a remote file also has the type `file`, but is not an element of rich text.
      return node.file_id === undefined || node.source !== undefined || isDict(node.file)
        ? undefined
        : linkIn(node, own ?? idIn(node, "file_id"), renderer);
    case "canvas":
    case "list_record":
      return linkIn(node, own ?? textOf(node, "label", renderer) ?? idIn(node, "file_id"), renderer);
    case "message_mention":
    case "canvas_message_unfurl":
      return linkIn(node, own ?? messagePlace(node, renderer), renderer);
    case "salesforce_data_field":
      return textOf(node, "salesforce_field_label", renderer);
  }
  return undefined;
}

const idIn = (node: Dict, field: string): string => {
  const value = node[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

const textOf = (node: Dict, field: string, renderer: Renderer): string | undefined => {
  const text = idIn(node, field);
  return text === "" ? undefined : renderer.literal(text);
};

const spaced = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== "").join(" ");

/** Returns an emoji in Slack's form, such as `:wave::skin-tone-3:`. */
const emojiText = (node: Dict): string =>
  `:${idIn(node, "name")}:${typeof node.skin_tone === "number" ? `:skin-tone-${node.skin_tone}:` : ""}`;

const linkIn = (node: Dict, text: string | undefined, renderer: Renderer): string | undefined =>
  typeof node.url === "string" && node.url !== "" ? renderer.link(node.url, text) : text;

/** Returns the number that Slack shows, such as `[3]`. */
const citationNumber = ({ index }: Dict): string | undefined =>
  typeof index === "number" ? `[${index}]` : undefined;

/** Returns the details that Slack shows if the mouse pointer is on a citation. */
const detailsOf = (details: unknown, renderer: Renderer): (string | undefined)[] =>
  isDict(details)
    ? ["descriptor", "app_name", "display_name", "title", "snippet"].map((field) =>
        textOf(details, field, renderer),
      )
    : [];

/** Returns the channel and the `ts` of a message, for a mention without a text. */
const messagePlace = (node: Dict, renderer: Renderer): string => {
  const channel = idIn(node, "channel_id") || idIn(node, "root_message_channel");
  const ts = idIn(node, "message_ts") || idIn(node, "root_message_ts");
  return spaced([channel === "" ? undefined : renderer.channel(channel), ts]);
};
