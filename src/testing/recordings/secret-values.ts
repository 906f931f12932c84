import { toBase64 } from "../../core/ground/base64.ts";
import { secretMark } from "./recording.ts";

/** Shorter values are removed only from fields with a secret name. Other text can contain them by chance. */
export const shortest = 6;

/** Secrets that have a form of their own: a signed token, a token in a header, and the password of an address. */
const patterns = [
  /eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /(?<=\b(?:Bearer|Basic) +)[\w.~+/=-]{8,}/gi,
  /(?<=\/\/)[^/@\s"']+:[^/@\s"']+(?=@)/g,
];

/** Creates a function that replaces secrets in a text, also if they are percent-encoded or in base64. */
export function createRedactor(secrets: Iterable<string>): (text: string) => string {
  // A secret can contain a shorter one.
  const long = [...new Set(secrets)]
    .filter(({ length }) => length >= shortest)
    .toSorted((one, other) => other.length - one.length);
  const forms = long.flatMap((one) => [one, ...base64Forms(one)]).map(patternOf);
  const values = forms.length === 0 ? [] : [new RegExp(forms.join("|"), "g")];
  return (text) => [...values, ...patterns].reduce((safe, one) => safe.replace(one, secretMark), text);
}

/**
 * Returns what base64 contains if the secret is a part of the encoded bytes. There are three forms, because three bytes
 * become four characters. The characters at the ends, which also depend on other bytes, are left out.
 */
function base64Forms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].map((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    return toBase64(padded).slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/** Returns a pattern in which every character can have a backslash before it, or be encoded. */
const patternOf = (text: string): string => Array.from(text, characterPattern).join("");

function characterPattern(character: string): string {
  const percent = Array.from(
    new TextEncoder().encode(character),
    (byte) => `%(?:25)*${anyCase(byte.toString(16).padStart(2, "0"))}`,
  );
  const others = { " ": "\\+|", "+": "-|", "/": "_|" }[character] ?? "";
  return `(?:\\\\*${literal(character)}|${others}${percent.join("")})`;
}

const anyCase = (digits: string): string =>
  digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
const literal = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
