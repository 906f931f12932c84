import type { JsonSchema } from "../contract/json-schema.ts";

/**
 * Returns a TSDoc comment. Editors show `text`, and then the tags. An `@` after a space would begin a tag, so such a word
 * is written as code.
 */
export function docComment(text: string, tags: readonly string[], indent: string): string {
  const lines = [...text.split("\n"), ...tags].map(escape).filter((line) => line !== "");
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

const escape = (line: string): string =>
  line
    .replaceAll("*/", "*\\/")
    .replace(/(^|[\s(])@(?!see |default |example\b)([^\s,;]*[^\s,;:.)])/g, "$1`@$2`");

/** Returns the comment of a param or a field: its description, its unit and its default. */
export function fieldComment(schema: JsonSchema, indent: string): string {
  const { description = "", format, default: byDefault } = schema;
  const unit = format === "unix-time" && schema.type !== "string" ? ["In seconds since 1970."] : [];
  const tags = byDefault === undefined ? [] : [`@default ${JSON.stringify(byDefault)}`];
  return docComment(description, [...unit, ...tags], indent);
}
