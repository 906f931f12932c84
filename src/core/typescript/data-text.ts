import type { DeclaredAction, NamedTypes } from "./named-types.ts";

/** Returns the type of `data` in the result of an action. */
export function dataText(
  { definition, record, schemas }: DeclaredAction,
  types: NamedTypes,
  indent = "",
): string {
  const item = record === undefined ? "unknown" : types.text(record, "result", indent);
  if (!definition.paginated && schemas.result?.type !== "array") return item;
  return `${/[|&]/.test(item.replace(/\{[^]*\}/g, "")) ? `(${item})` : item}[]`;
}
