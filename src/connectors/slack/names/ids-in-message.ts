import { type Dict, dicts, stringAt } from "../../../core/ground/json.ts";
import { authorOf, ownName } from "../rows/author.ts";

/** The ids in a message, by the part of the message that shows their names. */
export interface IdsInMessage {
  author: readonly string[];
  mentioned: readonly string[];
  reacted: readonly string[];
}

/** Returns the ids whose names a reader of the message sees. */
export function idsInMessage(message: Dict): IdsInMessage {
  const { text, blocks, attachments, room } = message;
  const all = JSON.stringify([text, blocks, attachments, room]);
  return {
    author: authorIds(message),
    mentioned: [...all.matchAll(mention)].map(([, inText, inField]) => (inText ?? inField)!),
    reacted: dicts(message.reactions).flatMap(({ users }) =>
      Array.isArray(users) ? users.filter((id) => typeof id === "string") : [],
    ),
  };
}

/** A mention in a text, a mention in rich text, or another field that shows a name. */
const mention =
  /<(?:@|#|!subteam\^)([UWCS][A-Z0-9]{2,20})|"(?:(?:user|channel|usergroup|author|slack)_id|created_by|initial_(?:user|channel|conversation)|channel)":"([UWCS][A-Z0-9]{2,20})"/g;

/** Returns the id of a person, or of an app whose message does not contain a name. */
function authorIds(message: Dict): string[] {
  const user = stringAt(message, "user");
  if (user !== undefined) return ownName(message) === undefined ? [user] : [];
  const { id, name } = authorOf(message, {});
  return id === undefined || name !== undefined ? [] : [id];
}

/** The fields that show the names of each part. A model sees the names of people in all of these fields. */
const parts: Readonly<Record<keyof IdsInMessage, readonly string[]>> = {
  author: ["author", "user", "username", "bot_id"],
  mentioned: ["text", "blocks", "attachments", "room"],
  reacted: ["reactions"],
};

/** Returns the ids whose names the chosen fields show. `fields` is undefined if all fields are chosen. */
export function shownIds(ids: IdsInMessage, fields: readonly string[] | undefined): string[] {
  const chosen = fields && new Set(fields.map(fieldOf));
  const isShown = (part: keyof IdsInMessage) =>
    chosen === undefined || chosen.has("message") || parts[part].some((field) => chosen.has(field));
  return (["author", "mentioned", "reacted"] as const).flatMap((part) => (isShown(part) ? ids[part] : []));
}

/** Returns `text` for `text` and `message.text`. */
function fieldOf(path: string): string {
  const [first, second] = path.split(".");
  return (first === "message" ? second : undefined) ?? first!;
}
