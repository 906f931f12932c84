// Finds names that a reader could confuse, such as `Maya` and `Мaya` with a Cyrillic letter.

/** Letters of other alphabets that look like Latin letters, and the Latin letters in the same order. */
const other = "аеорсухіјѕԁһԛԝмтквнαορνυτικχ";
const latin = "aeopcyxljsdhqwmtkbhaopvutlkx";
const twins: ReadonlyMap<string, string> = new Map(
  Array.from(other, (letter, index) => [letter, latin[index]!]),
);

/** Characters that nobody sees. The pattern is created on first use, because `\p` would make Node load Unicode tables. */
let invisible: RegExp | undefined;

/**
 * Reduces a name to a form that is equal for names that look alike. Ignores case, white space, invisible characters
 * and accents, and the differences between `I`, `l` and `1`, and between `O` and `0`.
 */
export function lookOf(name: string): string {
  let text = name;
  if (/[^\x20-\x7e]/.test(name)) {
    invisible ??= new RegExp(String.raw`[\p{Cf}\p{M}\p{Cc}]`, "gu");
    text = name.normalize("NFKD").replace(invisible, "");
  }
  text = text.toLowerCase().replace(/\s+/g, "").replace(/[i1|]/g, "l").replace(/0/g, "o");
  return /[^\x20-\x7e]/.test(text)
    ? Array.from(text, (letter) => twins.get(letter) ?? letter).join("")
    : text;
}
