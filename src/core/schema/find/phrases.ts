import { stem } from "./words.ts";
import { familiesOf, familyExpressions } from "./word-families.ts";

/**
 * A word, or an expression such as `turn off`. The keys are its stem and its families (`=stop`). The values say how well
 * another word matches that has the same key, from 0 to 1.
 */
export type Concept = ReadonlyMap<string, number>;

const sameFamily = 0.85;
const partOfExpression = 0.4;

/** Words that a request can do without. */
const silent = new Set(
  "a an and any are as at be by can do for from given has have how i if in into is it its me my of on or our so some that the their them then these they this those to us want was we what which while will with you your does did am been were would could may might must please just still really too ever here get gets got going gonna like actually maybe quickly think know".split(
    " ",
  ),
);

/** Words that can stand apart from their verb: `turn it off`. */
const particles = new Set("off on up down out back away in over aside forward".split(" "));

const longestGap = 4;

/** Texts whose shape says what they are. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@[\w-]+\.\w+/g, " email "],
  [/(?<=^|\s)#[\w-]+/g, " channel "],
  [/(?<=^|\s)@[\w-]+/g, " someone "],
  [/[\w-]+\.(?:pdf|csv|docx?|xlsx?|png|jpe?g|txt|zip|pptx?|mp4|md)\b/gi, " file "],
  [/\d+(?:\.\d+)? ?(?:%|percent\b)/gi, " percent "],
  [/[$€£] ?\d+(?:\.\d+)?|\b\d+(?:\.\d+)? ?(?:dollars?|euros?|bucks|cents|usd|eur)\b/gi, " amount "],
  [/\b(?:at )?\d{1,2}(?::\d\d)? ?(?:am|pm|o['’]?clock)\b|\b\d{1,2}:\d\d\b/gi, " clocktime "],
  [
    /\bin (?:\d+|an?|two|three|ten|five|half an) (?:min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?)\b/gi,
    " clocktime ",
  ],
];

/** Words with a capital letter, except the first word of a sentence. */
const capitalized = /(?<=[\p{L}\d,;:] )\p{Lu}\p{Ll}+/gu;

interface Vocabulary {
  /** The expressions in the jobs of a connector. */
  expressions: Iterable<string>;
  /** Further families of stems, from the synonyms of a connector. */
  families: ReadonlyMap<string, readonly string[]>;
}

/** What a reader of queries knows besides. A reader of jobs takes every word as it is. */
interface Guesses {
  isName: (word: string) => boolean;
  correct: (stem: string) => string;
}

/** Creates a function that reads a text as a list of concepts. */
export function createReader(
  { expressions, families }: Vocabulary,
  { isName, correct }: Guesses = { isName: () => false, correct: (one) => one },
): (text: string) => Concept[] {
  const { byFirst, separable } = indexExpressions(expressions);
  const keysOf = (stemmed: string) =>
    new Map([
      [stemmed, 1],
      ...[...familiesOf(stemmed), ...(families.get(stemmed) ?? [])].map(
        (family) => [`=${family}`, sameFamily] as const,
      ),
    ]);
  const expressionAt = (stems: readonly string[], at: number, used: ReadonlySet<number>) => {
    for (const parts of byFirst.get(stems[at]!) ?? []) {
      const gap = parts.length === 2 && (particles.has(parts[1]!) || separable.has(parts.join(" ")));
      const positions = positionsOf(parts, { stems, at, used, gap: gap ? longestGap : 0 });
      if (positions) return { parts, positions };
    }
    return undefined;
  };

  return (text) => {
    const shaped = shapes.reduce((rest, [shape, word]) => rest.replace(shape, word), text);
    const words = wordsOf(shaped.replace(capitalized, (word) => (isName(word) ? "someone" : word)));
    const stems = words.map((word) => (silent.has(word) ? stem(word) : correct(stem(word))));
    const used = new Set<number>();
    const found: Concept[] = [];
    for (const [at, stemmed] of stems.entries()) {
      if (used.has(at)) continue;
      const expression = expressionAt(stems, at, used);
      if (expression) {
        for (const position of expression.positions) used.add(position);
        const keys = keysOf(expression.parts.join(" "));
        for (const part of expression.parts)
          if (!silent.has(part) && !particles.has(part)) keys.set(part, partOfExpression);
        found.push(keys);
      } else if (!silent.has(words[at]!)) found.push(keysOf(stemmed));
    }
    return found;
  };
}

function indexExpressions(expressions: Iterable<string>) {
  const byFirst = new Map<string, string[][]>();
  const separable = new Set<string>();
  for (const expression of new Set([...familyExpressions, ...expressions])) {
    const parts = expression.split(/[ ~]/).map(stem);
    byFirst.set(parts[0]!, [...(byFirst.get(parts[0]!) ?? []), parts]);
    if (expression.includes("~")) separable.add(parts.join(" "));
  }
  // Longer expressions come first: `turn back on` before `turn on`.
  for (const list of byFirst.values()) list.sort((a, b) => b.length - a.length);
  return { byFirst, separable };
}

function positionsOf(
  parts: readonly string[],
  { stems, at, used, gap }: { stems: readonly string[]; at: number; used: ReadonlySet<number>; gap: number },
): number[] | undefined {
  const positions = [at];
  for (const part of parts.slice(1)) {
    let next = positions.at(-1)! + 1;
    const last = next + gap;
    while (next <= last && (stems[next] !== part || used.has(next))) next++;
    if (next > last) return undefined;
    positions.push(next);
  }
  return positions;
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/n['’]t\b/gu, "nt")
    .replace(/['’](?:s|re|ve|ll|d|m)?\b/gu, "")
    .match(/[\p{L}\d]+/gu) ?? [];
