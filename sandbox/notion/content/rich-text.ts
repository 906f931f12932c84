import { type Dict, isDict } from "../../../src/core/ground/json.ts";
import { findPage } from "../find.ts";
import {
  onlyKey,
  readBoolean,
  readId,
  readList,
  readObject,
  readOneOf,
  readText,
} from "../http/read-fields.ts";
import { invalid, notImitated } from "../http/refusal.ts";
import { addressOf } from "../records/address.ts";
import type { RichText, World } from "../world-types.ts";

// https://developers.notion.com/reference/rich-text
// The lengths: https://developers.notion.com/reference/request-limits

const names = ["gray", "brown", "orange", "yellow", "green", "blue", "purple", "pink", "red"];
export const colors = ["default", ...names, ...names.map((name) => `${name}_background`)];

const plain = {
  bold: false,
  italic: false,
  strikethrough: false,
  underline: false,
  code: false,
  color: "default",
};
const styles = ["bold", "italic", "strikethrough", "underline", "code"];

/** Makes one complete piece of text. */
export const textPiece = (content: string, annotations: Dict = {}, url: string | null = null): RichText => ({
  type: "text",
  text: { content, link: url === null ? null : { url } },
  annotations: { ...plain, ...annotations },
  plain_text: content,
  href: url,
});

export const plainText = (pieces: readonly RichText[]): string =>
  pieces.map(({ plain_text }) => plain_text).join("");

/** Checks rich text of a request, and completes it as in Notion's answers. */
export const readRichText = (world: World, value: unknown, path: string): RichText[] =>
  readList(value, path).map((piece, index) => readPiece(world, piece, `${path}[${index}]`));

function readPiece(world: World, value: unknown, path: string): RichText {
  const piece = readObject(value, path, ["type", "text", "mention", "equation", "annotations", "plain_text", "href"]); // prettier-ignore
  const kind = onlyKey(piece, path, ["text", "mention", "equation"]);
  const annotations = readAnnotations(piece.annotations ?? {}, `${path}.annotations`);
  const inner = readObject(piece[kind], `${path}.${kind}`);
  if (kind === "text") {
    const content = readText(inner.content, `${path}.text.content`, 2000);
    const link = isDict(inner.link) ? readText(inner.link.url, `${path}.text.link.url`, 2000) : null;
    return textPiece(content, annotations, link);
  }
  if (kind === "equation") {
    const expression = readText(inner.expression, `${path}.equation.expression`, 1000);
    return { type: kind, equation: { expression }, annotations: { ...plain, ...annotations }, plain_text: expression, href: null }; // prettier-ignore
  }
  const { mention, plain_text, href } = readMention(world, inner, `${path}.mention`);
  return { type: kind, mention, annotations: { ...plain, ...annotations }, plain_text, href };
}

function readMention(
  world: World,
  given: Dict,
  path: string,
): { mention: Dict; plain_text: string; href: string | null } {
  const type = Object.keys(given).find((name) => name !== "type") ?? "nothing";
  if (type === "date") {
    const date = readDate(given.date, `${path}.date`);
    const plain_text = date.end === null ? String(date.start) : `${String(date.start)} → ${String(date.end)}`;
    return { mention: { type, date }, plain_text, href: null };
  }
  if (type === "user") {
    const id = readId(readObject(given.user, `${path}.user`).id, `${path}.user.id`);
    const user = world.users.get(id);
    if (!user) throw invalid(`${path}.user.id`, "should be the id of a person of the workspace.");
    return { mention: { type, user: { object: "user", id } }, plain_text: `@${user.name}`, href: null };
  }
  if (type === "page") {
    const page = findPage(world, readObject(given.page, `${path}.page`).id, `${path}.page.id`);
    return { mention: { type, page: { id: page.id } }, plain_text: plainText(page.title), href: addressOf(page) }; // prettier-ignore
  }
  throw notImitated(`mentions of the type ${type}`);
}

function readAnnotations(value: unknown, path: string): Dict {
  const given = readObject(value, path, [...styles, "color"]);
  for (const [name, one] of Object.entries(given))
    if (name === "color") readOneOf(one, `${path}.color`, colors);
    else readBoolean(one, `${path}.${name}`);
  return given;
}

/** Checks a date, or a range of dates. */
export function readDate(value: unknown, path: string): Dict {
  const given = readObject(value, path, ["start", "end", "time_zone"]);
  const time = (one: unknown, where: string): string => {
    const text = readText(one, where);
    if (!/^\d{4}-\d{2}-\d{2}(T|$)/.test(text) || Number.isNaN(Date.parse(text)))
      throw invalid(where, "should be a valid ISO 8601 date string.");
    return text;
  };
  const start = time(given.start, `${path}.start`);
  const end = given.end === undefined || given.end === null ? null : time(given.end, `${path}.end`);
  if (end !== null && Date.parse(end) < Date.parse(start))
    throw invalid(`${path}.end`, "should not be before start.");
  const zone = given.time_zone ?? null;
  if (zone !== null) readText(zone, `${path}.time_zone`);
  return { start, end, time_zone: zone };
}
