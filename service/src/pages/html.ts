export interface Html {
  readonly html: string;
}

type Value = string | number | Html | readonly Html[] | undefined;

/** Builds HTML. Escapes each value, except `Html`, and leaves out undefined values. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  html: parts.map((part, index) => part + textOf(values[index])).join(""),
});

function textOf(value: Value): string {
  if (value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return "html" in value ? value.html : value.map((one) => one.html).join("\n");
}

/**
 * Escapes a text. Characters that change the direction of the text could make a name look like another name, so their
 * codes are shown instead, such as `[U+202E]`.
 */
const escapeHtml = (text: string): string =>
  text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(
      /[\u202A-\u202E\u2066-\u2069]/g,
      (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`,
    );
