import type { Excerpt } from "../../contract/search.ts";
import { type Dict, isDict } from "../../ground/json.ts";
import { missingText } from "./shorten.ts";

/** A text of at most this number of characters stays whole. */
const short = 500;
/** The number of characters that are shown before and after a word. */
const around = 100;
const mostPlaces = 2;
/** At most this number of words, and of places with the same word, are compared. */
const most = 20;

/** A part of a text, and the words of the search in it. */
interface Place {
  start: number;
  end: number;
  words: ReadonlySet<string>;
}

export interface Excerpts {
  items: readonly unknown[];
  /** The positions of the items whose text is not whole. */
  positions: readonly number[];
}

/** Reduces each long text in the results of a search to the places around the words of the search. */
export function excerptsOf(items: readonly unknown[], { field, words }: Excerpt): Excerpts {
  const wanted = words.slice(0, most);
  const positions: number[] = [];
  const shown = items.map((item, index) => {
    const text = isDict(item) ? item[field] : undefined;
    if (typeof text !== "string" || text.length <= short) return item;
    positions.push(index);
    return { ...(item as Dict), [field]: excerptOf(text, wanted) };
  });
  return { items: shown, positions };
}

function excerptOf(text: string, words: readonly string[]): string {
  const places = placesOf(text, words);
  const shown = places.map(({ start, end }, index) => {
    const gap = start - (places[index - 1]?.end ?? 0);
    return `${gap > 0 ? `${missingText(gap)} …` : ""}${text.slice(start, end)}`;
  });
  const left = text.length - places.at(-1)!.end;
  return `${shown.join("")}${left > 0 ? missingText(left) : ""}`;
}

/** Returns the places with most of the words, in the order of the text. Without a word, returns the beginning. */
function placesOf(text: string, words: readonly string[]): Place[] {
  const found = words.flatMap((word) => indexesOf(text, word).map((at) => ({ at, word })));
  if (found.length === 0) return [{ start: 0, end: nextSpace(text, 2 * around), words: new Set() }];
  const all = found
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, word }): Place => {
      const start = at < around ? 0 : lastSpace(text, at - around);
      const end = nextSpace(text, at + word.length + around);
      const inside = found.filter((one) => one.at >= start && one.at + one.word.length <= end);
      return { start, end, words: new Set(inside.map((one) => one.word)) };
    });
  const chosen: Place[] = [];
  const known = new Set<string>();
  /** Longer words say more than short ones, such as `the`. */
  const worth = (place: Place) =>
    [...place.words].reduce((sum, word) => sum + (known.has(word) ? 0 : word.length), 0);
  while (chosen.length < mostPlaces) {
    const free = all.filter((place) => chosen.every(({ start, end }) => place.end <= start || place.start >= end)); // prettier-ignore
    const best = free.toSorted((one, other) => worth(other) - worth(one))[0];
    if (!best || worth(best) === 0) break;
    chosen.push(best);
    for (const word of best.words) known.add(word);
  }
  return chosen.toSorted((one, other) => one.start - other.start);
}

/** Returns where a word stands in a text. Looks first for whole words and their beginnings, and then inside of words. */
function indexesOf(text: string, word: string): number[] {
  const exact = word.replace(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`);
  for (const pattern of [String.raw`(?<![\p{L}\p{N}])${exact}`, exact]) {
    const found: number[] = [];
    for (const { index } of text.matchAll(new RegExp(pattern, "giu"))) if (found.push(index) === most) break;
    if (found.length > 0) return found;
  }
  return [];
}

/** A place begins and ends at a space if one is near, so that it contains whole words. */
const near = 20;

function lastSpace(text: string, from: number): number {
  const space = /\S*$/.exec(text.slice(from - near, from))![0].length;
  return notInside(text, space < near ? from - space : from);
}

function nextSpace(text: string, from: number): number {
  const word = /^\S*/.exec(text.slice(from, from + near))![0].length;
  return notInside(text, word < near ? from + word : from);
}

/** Returns a position that does not split a surrogate pair. */
const notInside = (text: string, index: number): number =>
  /[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index - 1 : index;
