// Decodes the backslash escapes and the character references of Markdown, such as `\.` and `&period;`.
// https://spec.commonmark.org/0.31.2/#backslash-escapes

const escaped =
  /\\([!-/:-@[-`{-~])|&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z])(?:opf|scr|fr)|([A-Za-z][A-Za-z\d]{1,31}));/g;

const partial = /(?:\\|&(?:#(?:\d{0,7}|[xX][\da-fA-F]{0,6})|[A-Za-z][A-Za-z\d]{0,31})?)$/;

/** Returns an escape or a reference at the end of a text that more characters could complete, or an empty text. */
export const partialEscape = (text: string): string => partial.exec(text)?.[0] ?? "";

export interface Decoded {
  text: string;
  /** For each code unit of `text`, its position in the source. The last number is the length of the source. */
  starts: readonly number[];
}

export function decodeMarkdown(source: string): Decoded {
  let text = "";
  let end = 0;
  const starts: number[] = [];
  const add = (decoded: string, at: (index: number) => number) => {
    for (let index = 0; index < decoded.length; index++) starts.push(at(index));
    text += decoded;
  };
  const addUpTo = (next: number) => {
    const from = end;
    add(source.slice(from, next), (index) => from + index);
  };
  for (const match of source.matchAll(escaped)) {
    addUpTo(match.index);
    const [all, punctuation, decimal, hex, letter, name] = match;
    const decoded =
      punctuation ??
      letter ??
      (name === undefined
        ? characterAt(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal))
        : (named.get(name) ?? all));
    add(decoded, () => match.index);
    end = match.index + all.length;
  }
  addUpTo(source.length);
  starts.push(source.length);
  return { text, starts };
}

const characterAt = (code: number): string =>
  code === 0 || code > 0x10_ffff ? "\uFFFD" : String.fromCodePoint(code);

/**
 * The references that stand for an ASCII character, for a character that programs replace with one, or for an invisible
 * one. References to letters in other fonts, such as `&copf;`, are not in this list.
 */
const names: Readonly<Record<string, string>> = {
  "\t": "Tab",
  "\n": "NewLine",
  " ": "MediumSpace NonBreakingSpace ThinSpace VeryThinSpace emsp emsp13 emsp14 ensp hairsp nbsp numsp puncsp thinsp",
  "\u200B":
    "ApplyFunction InvisibleComma InvisibleTimes NegativeMediumSpace NegativeThickSpace NegativeThinSpace " +
    "NegativeVeryThinSpace NoBreak ZeroWidthSpace af ic it lrm rlm shy zwj zwnj",
  "!": "excl",
  '"': "QUOT quot",
  "#": "num",
  $: "dollar",
  "%": "percnt",
  "&": "AMP amp",
  "'": "apos",
  "(": "lpar",
  ")": "rpar",
  "*": "ast midast",
  "+": "plus",
  ",": "comma",
  ".": "period",
  "/": "sol",
  ":": "colon",
  ";": "semi",
  "<": "LT lt",
  "=": "equals",
  ">": "GT gt",
  "?": "quest",
  "@": "commat",
  "[": "lbrack lsqb",
  "\\": "bsol",
  "]": "rbrack rsqb",
  "^": "Hat",
  _: "UnderBar lowbar",
  "`": "DiacriticalGrave grave",
  "{": "lbrace lcub",
  "|": "VerticalLine verbar vert",
  "}": "rbrace rcub",
  "1": "sup1",
  "2": "sup2",
  "3": "sup3",
  B: "Bernoullis bernou",
  C: "Cayleys complexes",
  D: "CapitalDifferentialD DD",
  E: "expectation",
  F: "Fouriertrf",
  H: "HilbertSpace Poincareplane hamilt quaternions",
  I: "Im image imagline imagpart",
  L: "Laplacetrf lagran",
  M: "Mellintrf phmmat",
  N: "naturals",
  P: "primes",
  Q: "rationals",
  R: "Re real realine realpart reals",
  S: "circledS oS",
  Z: "integers zeetrf",
  a: "ordf",
  d: "DifferentialD dd",
  e: "ExponentialE ee exponentiale",
  h: "planckh",
  i: "ImaginaryI ii",
  l: "ell",
  o: "order orderof ordm",
  ff: "fflig",
  fi: "filig",
  fl: "fllig",
};

const named: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([character, all]) =>
    all.split(" ").map((name) => [name, character] as const),
  ),
);
