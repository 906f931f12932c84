import type { Dict } from "../../../src/core/ground/json.ts";
import { readBoolean, readList, readObject, readOneOf, readText } from "../http/read-fields.ts";
import { invalid, notImitated, refused } from "../http/refusal.ts";
import { readFile, readIcon } from "../records/files.ts";
import type { World } from "../world-types.ts";
import { blockTypes, canHaveChildren, otherTypes } from "./block-types.ts";
import { colors, readRichText } from "./rich-text.ts";

/** A block that a request describes, before it has an id. */
export interface Draft {
  type: string;
  content: Dict;
  children: Draft[];
  /** The id of a block that Markdown refers to, and that only moves. */
  existing?: string;
}

/** The levels of blocks in one request. https://developers.notion.com/reference/patch-block-children */
const deepest = 2;

export const readBlocks = (world: World, value: unknown, path: string, depth = 1): Draft[] =>
  readList(value, path).map((block, index) => readBlock(world, block, `${path}[${index}]`, depth));

function readBlock(world: World, value: unknown, path: string, depth: number): Draft {
  const given = readObject(value, path);
  const type = typeOf(given, path);
  const content = readObject(given[type], `${path}.${type}`);
  const { children: inside, ...fields } = content;
  const read = { ...defaultsOf(type), ...readContent(world, type, fields, `${path}.${type}`) };
  for (const [name, one] of Object.entries(read))
    if (one === undefined) throw invalid(`${path}.${type}.${name}`, "should be defined.");
  const nested = inside ?? given.children;
  if (nested !== undefined && !canHaveChildren(type, read))
    throw invalid(`${path}.${type}.children`, "should be not present.");
  if (nested !== undefined && depth >= deepest + (type === "table" ? 1 : 0))
    throw invalid(`${path}.${type}.children`, `should be not present: a request has at most ${deepest} levels of blocks.`); // prettier-ignore
  const children = readBlocks(world, nested ?? [], `${path}.${type}.children`, depth + 1);
  if (type === "table") checkRows(children, read, `${path}.${type}.children`);
  return { type, content: read, children };
}

function typeOf(given: Dict, path: string): string {
  const names = Object.keys(given).filter((name) => name !== "object" && name !== "type" && name !== "children");
  const type = typeof given.type === "string" ? given.type : (names[0] ?? "nothing");
  if (otherTypes.has(type)) throw notImitated(`new blocks of the type ${type}`);
  if (!Object.hasOwn(blockTypes, type) || names.length !== 1 || names[0] !== type)
    throw invalid(path, `should have exactly one of ${Object.keys(blockTypes).join(", ")}.`);
  return type;
} // prettier-ignore

const defaultsOf = (type: string): Dict => ({ ...blockTypes[type]!.fields });

/** Checks the given fields of a block's content, and completes their rich text. */
export function readContent(world: World, type: string, fields: Dict, path: string): Dict {
  const { fields: known, file } = blockTypes[type]!;
  const { external, file_upload, type: _form, ...others } = fields;
  if (!file && (external ?? file_upload) !== undefined) readObject(fields, path, Object.keys(known));
  const result: Dict = {};
  for (const [name, value] of Object.entries(readObject(others, path, Object.keys(known))))
    result[name] = readField(world, name, value, `${path}.${name}`);
  return file && (external ?? file_upload) !== undefined
    ? { ...result, ...readFile(world, { external, file_upload }, path) }
    : result;
}

function readField(world: World, name: string, value: unknown, path: string): unknown {
  switch (name) {
    case "rich_text":
    case "caption":
      return readRichText(world, value, path);
    case "cells":
      return readList(value, path).map((cell, index) => readRichText(world, cell, `${path}[${index}]`));
    case "color":
      return readOneOf(value, path, colors);
    case "icon":
      return readIcon(world, value, path);
    case "url":
    case "expression":
      return readText(value, path, 2000);
    case "language":
    case "name":
      return readText(value, path, 100);
    case "table_width":
      if (!Number.isInteger(value) || (value as number) < 1)
        throw invalid(path, "should be a number from 1.");
      return value;
    default:
      return readBoolean(value, path);
  }
}

function checkRows(rows: readonly Draft[], { table_width }: Dict, path: string): void {
  if (rows.length === 0) throw invalid(path, "should have at least one table_row.");
  for (const { type, content } of rows)
    if (type !== "table_row" || (content.cells as unknown[]).length !== table_width)
      throw refused(`Each child of a table should be a table_row with ${String(table_width)} cells.`);
}
