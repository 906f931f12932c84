/** Returns the text of rich text elements without formatting. */
export function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join("");
  if (typeof value !== "object" || value === null) return "";
  const { text, elements } = value as { text?: unknown; elements?: unknown };
  return typeof text === "string" ? text : plainText(elements);
}
