import type { Fields } from "../fields.ts";

export interface BlockProblem {
  code: "failed_constraint" | "missing_field";
  message: string;
  /** The JSON pointer to the invalid value. */
  pointer: string;
  constraint?: Fields;
}

const MAX_BLOCKS = { message: 50, view: 100 };

const MAX_BLOCK_ID = 255;

const MAX_SECTION_TEXT = 3_000;

const MAX_FIELDS = 10;

const MAX_FIELD_TEXT = 2_000;

const MAX_HEADER_TEXT = 150;

const MAX_IN_CONTEXT = 10;

const MAX_IN_ACTIONS = 25;

const MAX_BUTTON_TEXT = 75;

const MAX_ALT = 2_000;

const MAX_URL = 3_000;

const MAX_MARKDOWN = 12_000;

const MAX_ROWS = 100;

const BLOCK_TYPES = [
  "actions",
  "call",
  "context",
  "context_actions",
  "divider",
  "file",
  "header",
  "image",
  "input",
  "markdown",
  "rich_text",
  "section",
  "table",
  "video",
];

/** Returns the problems of blocks. `at`: the JSON pointer to the blocks. */
export function blocksProblems(
  blocks: unknown,
  at: string,
  place: "message" | "view" = "message",
): BlockProblem[] {
  if (!Array.isArray(blocks)) return [violation("must be an array", at, { type: "array" })];
  const most = MAX_BLOCKS[place];
  const problems = blocks.flatMap((block, index) => blockProblems(block, `${at}/${index}`));
  if (blocks.length > most)
    problems.push(violation(`no more than ${most} items allowed`, at, { type: "max_items", expected: most }));
  const ids = blocks.map((block) => (block as Fields | null)?.["block_id"]).filter((id) => id !== undefined);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice >= 0) problems.push(violation(`\`block_id\` must be unique: ${String(ids[twice])}`, at));
  const markdown = blocks
    .filter((block) => (block as Fields | null)?.["type"] === "markdown")
    .reduce((sum: number, block) => sum + String((block as Fields)["text"] ?? "").length, 0);
  if (markdown > MAX_MARKDOWN)
    problems.push(violation(`markdown blocks must be less than ${MAX_MARKDOWN + 1} characters together`, at));
  return problems;
}

const violation = (message: string, pointer: string, constraint?: Fields): BlockProblem => ({
  code: "failed_constraint",
  message,
  pointer,
  ...(constraint ? { constraint } : {}),
});

const missingField = (field: string, pointer: string): BlockProblem => ({
  code: "missing_field",
  message: `missing required field: ${field}`,
  pointer,
});

function blockProblems(value: unknown, at: string): BlockProblem[] {
  if (typeof value !== "object" || value === null)
    return [violation("must be an object", at, { type: "object" })];
  const block = value as Fields;
  if (block["type"] === undefined) return [missingField("type", at)];
  const type = String(block["type"]);
  if (!BLOCK_TYPES.includes(type))
    return [violation(`unsupported type: ${type}`, `${at}/type`, { type: "enum", expected: BLOCK_TYPES })];
  return [
    ...lengthProblems(block["block_id"], `${at}/block_id`, MAX_BLOCK_ID),
    ...contentProblems(type, block, at),
  ];
}

function contentProblems(type: string, block: Fields, at: string): BlockProblem[] {
  const { text, fields, elements } = block;
  if (type === "header") return textProblems(text, `${at}/text`, MAX_HEADER_TEXT, ["plain_text"]);
  if (type === "section") {
    if (text === undefined && !Array.isArray(fields)) return [missingField("text", at)];
    return [
      ...(text === undefined ? [] : textProblems(text, `${at}/text`, MAX_SECTION_TEXT)),
      ...(Array.isArray(fields)
        ? [
            ...tooMany(fields, `${at}/fields`, MAX_FIELDS),
            ...fields.flatMap((field, index) => textProblems(field, `${at}/fields/${index}`, MAX_FIELD_TEXT)),
          ]
        : []),
    ];
  }
  if (type === "context" || type === "actions") {
    if (!Array.isArray(elements)) return [missingField("elements", at)];
    const most = type === "context" ? MAX_IN_CONTEXT : MAX_IN_ACTIONS;
    return [
      ...tooMany(elements, `${at}/elements`, most),
      ...elements.flatMap((element, index) => elementProblems(element, `${at}/elements/${index}`)),
    ];
  }
  if (type === "image") return imageProblems(block, at);
  if (type === "markdown") {
    if (text === undefined) return [missingField("text", at)];
    return lengthProblems(text, `${at}/text`, MAX_MARKDOWN);
  }
  if (type === "rich_text" && !Array.isArray(elements)) return [missingField("elements", at)];
  if (type === "table") {
    const rows = block["rows"];
    return Array.isArray(rows) ? tooMany(rows, `${at}/rows`, MAX_ROWS) : [missingField("rows", at)];
  }
  return [];
}

function elementProblems(element: unknown, at: string): BlockProblem[] {
  const { type, text, ...rest } = (element ?? {}) as Fields;
  if (type === "button") return textProblems(text, `${at}/text`, MAX_BUTTON_TEXT, ["plain_text"]);
  return type === "image" ? imageProblems(rest, at) : [];
}

function imageProblems(image: Fields, at: string): BlockProblem[] {
  if (image["image_url"] === undefined && image["slack_file"] === undefined)
    return [missingField("image_url", at)];
  if (image["alt_text"] === undefined) return [missingField("alt_text", at)];
  return [
    ...lengthProblems(image["image_url"], `${at}/image_url`, MAX_URL),
    ...lengthProblems(image["alt_text"], `${at}/alt_text`, MAX_ALT),
  ];
}

function textProblems(
  value: unknown,
  at: string,
  most: number,
  types: readonly string[] = ["plain_text", "mrkdwn"],
): BlockProblem[] {
  if (typeof value !== "object" || value === null)
    return [violation("must be an object", at, { type: "object" })];
  const { type, text } = value as Fields;
  if (!types.includes(String(type)))
    return [violation(`unsupported type: ${String(type)}`, `${at}/type`, { type: "enum", expected: types })];
  if (typeof text !== "string" || text === "")
    return [violation("must be more than 0 characters", `${at}/text`, { type: "min_length", expected: 1 })];
  return lengthProblems(text, `${at}/text`, most);
}

function lengthProblems(value: unknown, at: string, most: number): BlockProblem[] {
  return String(value ?? "").length > most
    ? [violation(`must be less than ${most + 1} characters`, at, { type: "max_length", expected: most })]
    : [];
}

const tooMany = (items: unknown[], at: string, most: number): BlockProblem[] =>
  items.length > most
    ? [violation(`no more than ${most} items allowed`, at, { type: "max_items", expected: most })]
    : [];
