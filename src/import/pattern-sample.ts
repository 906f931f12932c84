import { parsePattern, type Part } from "../core/schema/pattern/parse-pattern.ts";

const letters =
  "a1A-0_ .:/@#,;|~!?*+=()[]{}'\"\\%$^&<>`bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ23456789\n";
const maxLength = 500;

/** Returns a text that a pattern matches, or undefined if the pattern is too complex for that. */
export function patternSample(pattern: string): string | undefined {
  const part = parsePattern(pattern, "u") ?? parsePattern(pattern, "");
  const text = part && sample(part);
  return text === undefined || text.length > maxLength ? undefined : text;
}

function sample(part: Part): string | undefined {
  switch (part.kind) {
    case "chars":
      return letters.split("").find((letter) => part.set.has(letter));
    case "assert":
      return "";
    case "sequence":
      return join(part.parts.map(sample));
    case "choice":
      return part.parts.map(sample).find((text) => text !== undefined);
    case "repeat":
      return part.least > maxLength
        ? undefined
        : join(Array.from({ length: part.least }, () => sample(part.part)));
    case "look":
      return part.negative ? "" : undefined;
  }
}

const join = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.includes(undefined) ? undefined : texts.join("");
