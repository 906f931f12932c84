import { type IsAllowed, hiddenText } from "../../../core/contract/policy.ts";
import { type Dict, at, isDict } from "../../../core/ground/json.ts";
import { withText } from "../text/readable-text.ts";
import { linkedIds, words } from "./linked-ids.ts";

// Hides the ids, names and contents of conversations that are not on the allow-list. Every field of a record is
// checked, because Slack adds new fields to records.

/** An id that is the complete value of a field. */
const shortId = /^[CGD][A-Z0-9]{2,20}$/;
/** An id inside any text. The digit is required, because words such as `COMPLETED` have no digit. */
const idInText = /(?<![A-Za-z0-9])[CGD](?=[A-Z]*\d)[A-Z0-9]{8,10}(?![A-Za-z0-9])/g;
const onlyId = new RegExp(`^${idInText.source}$`);
const conversationFields = /channel|conversation|^(?:groups|ims|mpims)$/;
/** These fields say to which conversation an object belongs. */
const placeFields = ["channel", "channel_id", "conversation_id", "root_message_channel", "id"];
const linkField = /(?:^|_)(?:url|link)$|^permalink$/;
const textFields = ["text", "title", "fallback", "blocks"];
/** Deeper values are hidden. Slack's own records never reach this depth. */
const maxDepth = 200;

interface Walk {
  isAllowed: IsAllowed;
  hidden: boolean;
}

/**
 * Returns a copy of a result without the conversations that are not allowed. After a post to an allowed user, the id of
 * the direct message with this user stays visible.
 */
export function hideChannels(value: unknown, isAllowed: IsAllowed, params: Dict): unknown {
  const opened = /^[UW]/.test(String(params.channel))
    ? (at(value, "channel.id") ?? at(value, "channel"))
    : undefined;
  const isOpened = (id: string) => id === opened && id.startsWith("D");
  return hide(value, "", { isAllowed: (id) => isAllowed(id) || isOpened(id), hidden: false }, 0);
}

function hide(value: unknown, field: string, walk: Walk, depth: number): unknown {
  if (typeof value === "string") return hideInText(value, conversationFields.test(field), walk);
  if (depth > maxDepth) return replaced(hiddenText, walk);
  if (Array.isArray(value)) {
    const items = value.map((one) => hide(one, field, walk, depth + 1));
    // One text replaces all hidden items of a list, so that the result does not show their number.
    return items.filter((one, index) => one !== hiddenText || items.indexOf(one) === index);
  }
  if (!isDict(value)) return value;
  // The hidden object can be a block, so its replacement is a text element.
  if (isElsewhere(value, walk)) return replaced({ type: "text", text: hiddenText }, walk);
  const before = walk.hidden;
  walk.hidden = false;
  const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    // `meta.ids` contains ids as values. `shares.public` and `shares.private` contain ids as keys.
    const isOther =
      isForeign(name, field === "public" || field === "private", walk) ||
      (field === "ids" && isForeign(one, true, walk));
    return isOther ? replaced([], walk) : [[hideInText(name, false, walk), hide(one, name, walk, depth + 1)]];
  });
  const kept: Dict = Object.fromEntries(entries);
  const message = walk.hidden && typeof value.text === "string" ? withKeptText(value, kept, walk) : kept;
  walk.hidden ||= before;
  return message;
}

function isElsewhere(part: Dict, walk: Walk): boolean {
  const places = placeFields.flatMap((name) => {
    const place = name === "id" ? part.id : isDict(part[name]) ? part[name].id : part[name];
    return typeof place === "string" && (name === "id" ? onlyId : shortId).test(place) ? [place] : [];
  });
  // The words beside a link, such as the title of a citation, can be words of the linked conversation.
  const links = Object.entries(part).flatMap(([name, value]) =>
    typeof value === "string" && linkField.test(name)
      ? linkedIds(value).filter((id) => shortId.test(id))
      : [],
  );
  const quoted = (Array.isArray(part.message_blocks) ? part.message_blocks : []).flatMap((one: unknown) =>
    isDict(one) && typeof one.channel === "string" ? [one.channel] : [],
  );
  const ids = [...places, ...links, ...quoted];
  if (ids.some((id) => !walk.isAllowed(id)) || isElsewhereRoom(part, walk)) return true;
  // A shared message without an id could come from any conversation, so it is hidden.
  const isQuote =
    typeof part.channel_name === "string" && textFields.some((name) => Object.hasOwn(part, name));
  return ids.length === 0 && (part.is_msg_unfurl === true || part.is_share === true || isQuote);
}

/** Returns whether a thing with a name, such as a huddle, is only in conversations that are not allowed. */
function isElsewhereRoom({ channels, name }: Dict, { isAllowed }: Walk): boolean {
  const ids = Array.isArray(channels)
    ? channels.filter((id) => typeof id === "string" && shortId.test(id))
    : [];
  return name !== undefined && ids.length > 0 && !ids.some((id: string) => isAllowed(id));
}

const isForeign = (value: unknown, short: boolean, { isAllowed }: Walk): boolean =>
  typeof value === "string" && (short ? shortId : onlyId).test(value) && !isAllowed(value);

function hideInText(text: string, short: boolean, walk: Walk): string {
  if (isForeign(text, short, walk)) return replaced(hiddenText, walk);
  const isOther = (id: string) => shortId.test(id) && !walk.isAllowed(id);
  const withoutMarkup = text.replace(/<[^<>]*>|<(?:#|https?:)[^<>]*/g, (markup) =>
    isOther(/^<#([^|>]*)/.exec(markup)?.[1] ?? "") || linkedIds(markup).some(isOther) ? hiddenText : markup,
  );
  const withoutLinks = /slack/i.test(text)
    ? withoutMarkup.replace(words, (word) => (linkedIds(word).some(isOther) ? hiddenText : word))
    : withoutMarkup;
  const kept = withoutLinks.replace(idInText, (id) => (walk.isAllowed(id) ? id : hiddenText));
  return kept === text ? text : replaced(kept, walk);
}

function replaced<Value>(value: Value, walk: Walk): Value {
  walk.hidden = true;
  return value;
}

/**
 * Removes the texts of hidden parts from the text of a message. `withText` copies the texts of all parts to a message
 * without its own text.
 */
function withKeptText(message: Dict, kept: Dict, walk: Walk): Dict {
  const linesOf = (one: Dict) =>
    hideInText(String(withText({ ...one, text: "" }).text), false, walk).split("\n");
  const [before, after] = [linesOf(message), linesOf(kept)];
  const text = String(kept.text);
  if (text === before.join("\n")) return { ...kept, text: after.join("\n") };
  const gone = new Set(before.filter((line) => line !== "" && !after.includes(line)));
  return {
    ...kept,
    text: text
      .split("\n")
      .filter((line) => !gone.has(line))
      .join("\n"),
  };
}
