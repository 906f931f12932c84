import { operationNames } from "../../contract/action.ts";
import type { ActionEntry } from "../../contract/compiled-action.ts";
import { weakest } from "../../contract/effect.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { isDict } from "../../ground/json.ts";
import { askedFor, hintsOf, isVague, otherStems } from "./everyday-words.ts";
import { memoized } from "./memoized.ts";
import { stemsOf } from "./words.ts";

export interface SearchedAction {
  entry: ActionEntry;
  params: JsonSchema;
}

/** The weight of a word, by the part of the action that contains the word. */
const weights = {
  entity: 3,
  action: 3,
  operation: 1.5,
  summary: 2,
  description: 1,
  param: 0.5,
  value: 0.5,
};

/** The weight of a synonym. The word itself has the weight 1. */
const otherMeaning = 0.6;

/** The weight of a vague word, such as `make`. Descriptions seldom contain such words, so BM25 overrates them. */
const vagueWord = 0.5;

/**
 * The constants `k1` and `b` of BM25. With a higher `saturation`, repeated words count more. With a higher
 * `lengthPenalty`, words in long texts count less.
 */
const saturation = 2;
const lengthPenalty = 0.4;

/**
 * The fractions of the score that an action loses if the query has no word of the action's names, or asks for another
 * effect.
 */
const namesPenalty = 0.6;
const effectPenalty = 0.3;

/** Further words of a param's text are ignored. */
const mostParamWords = 12;

/** How well an action matches a query. */
export interface TextMatch {
  /** From 0 to 1. */
  score: number;
  /** Which part of the query the texts of the action contain, from 0 to 1. Rare words count more. */
  covered: number;
}

/** Returns the matching actions by position. */
export type Search = (query: string) => Map<number, TextMatch>;

/** The keys are words that people use. The values are the platform's words for the same thing. */
type Synonyms = Readonly<Record<string, readonly string[]>>;

/** Creates a search that ranks actions with BM25F. BM25F gives each part of a text its own weight. */
export function createSearch(
  actions: readonly SearchedAction[],
  synonyms: Synonyms = {},
): { search: Search; knows: (stem: string) => boolean } {
  /** For each stem (word without its ending): the actions that contain the stem, and its weight in each action. */
  const postings = new Map<string, [index: number, weight: number][]>();
  // Memoized, because many actions have the same params, such as the id of an account.
  const paramStems = memoized((text) => stemsOf(text).slice(0, mostParamWords));
  const lengths = actions.map((action, index) => {
    let length = 0;
    for (const [stem, weight] of weightsOf(action, paramStems)) {
      const documents = postings.get(stem);
      if (documents) documents.push([index, weight]);
      else postings.set(stem, [[index, weight]]);
      length += weight;
    }
    return length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / actions.length;

  const synonymStems = stemsOfSynonyms(synonyms);

  const rarityOf = (documents: number) =>
    Math.log(1 + (actions.length - documents + 0.5) / (documents + 0.5));

  const search: Search = (query) => {
    const words = queryWords(query, synonymStems, postings);
    const stems = sharesOf(words);
    const scores = new Map<number, number>();
    for (const [stem, share] of stems) {
      const documents = postings.get(stem);
      if (!documents) continue;
      const rarity = rarityOf(documents.length);
      for (const [index, weight] of documents) {
        const norm = saturation * (1 - lengthPenalty + (lengthPenalty * lengths[index]!) / average);
        const score = (share * rarity * weight * (saturation + 1)) / (weight + norm);
        scores.set(index, (scores.get(index) ?? 0) + score);
      }
    }
    const { total, parts } = coverage(words);
    const asked = askedFor(query);
    return new Map(
      [...scores].map(([index, score]) => [
        index,
        {
          score: (score * suitability(actions[index]!.entry, stems, asked)) / (total * (saturation + 1)),
          covered: (parts.get(index) ?? 0) / total,
        },
      ]),
    );
  };

  /** Returns the weight of all words of the query, and the weight of the words that each action contains. */
  const coverage = (words: readonly QueryWord[]) => {
    let total = 0;
    const parts = new Map<number, number>();
    for (const word of words) {
      const known = [...word].flatMap(([stem, share]) => {
        const documents = postings.get(stem);
        return documents ? [{ documents, share }] : [];
      });
      const exact = known.find(({ share }) => share === 1) ?? known[0];
      const weight = rarityOf(exact ? exact.documents.length : 0);
      total += weight;
      const best = new Map<number, number>();
      for (const { documents, share } of known)
        for (const [index] of documents) best.set(index, Math.max(best.get(index) ?? 0, share));
      for (const [index, share] of best) parts.set(index, (parts.get(index) ?? 0) + share * weight);
    }
    return { total, parts };
  };
  return { search, knows: (stem) => postings.has(stem) };
}

/**
 * Returns a factor from 0 to 1. The factor is smaller if the query lacks words of the action's names, or asks for
 * another effect.
 */
function suitability(
  [entity, action, { effect }]: ActionEntry,
  stems: ReadonlyMap<string, number>,
  asked: "read" | "write" | undefined,
): number {
  const names = [...new Set([...stemsOf(entity), ...stemsOf(action)])];
  const asksFor = (stem: string) => stems.get(stem) ?? 0;
  const said = names.map((name) => Math.max(asksFor(name), ...otherStems(name).map((other) => asksFor(other) * otherMeaning))); // prettier-ignore
  const covered = said.reduce((sum, share) => sum + share, 0) / Math.max(names.length, 1);
  const other = asked !== undefined && (asked === "read") !== (weakest(effect) === "read");
  return (1 - namesPenalty + namesPenalty * covered) * (other ? 1 - effectPenalty : 1);
}

function weightsOf(
  { entry: [entity, action, definition], params }: SearchedAction,
  paramStems: (text: string) => readonly string[],
): Map<string, number> {
  const found = new Map<string, number>();
  const add = (stem: string, weight: number) => void found.set(stem, (found.get(stem) ?? 0) + weight);
  const addText = (text: string, weight: number) => {
    for (const stem of stemsOf(text)) add(stem, weight);
  };
  const addVerb = (text: string, weight: number) => {
    for (const stem of stemsOf(text)) for (const other of otherStems(stem)) add(other, weight * otherMeaning);
  };
  addText(entity, weights.entity);
  addText(action, weights.action);
  addVerb(action, weights.action);
  for (const operation of operationNames(definition)) addText(operation, weights.operation);
  const [summary = "", ...rest] = definition.description.split(/(?<=\.)\s+/);
  addText(summary, weights.summary);
  addVerb(summary.split(" ", 2).join(" "), weights.summary);
  addText(rest.join(" "), weights.description);
  for (const [name, schema] of Object.entries(params.properties ?? {})) {
    for (const stem of paramStems(name)) add(stem, weights.param);
    for (const stem of paramStems(valueText(schema))) add(stem, weights.value);
  }
  return found;
}

function valueText({ enum: values, description, items }: JsonSchema): string {
  const listed = values ?? (isDict(items) ? (items as JsonSchema).enum : undefined);
  return [...(listed ?? []).slice(0, mostParamWords).map(String), description ?? ""].join(" ").slice(0, 300);
}

/** The stems of a word, and of words with the same meaning, with their weights. */
type QueryWord = ReadonlyMap<string, number>;

/** Returns the words of a query, and the words that its names imply. */
function queryWords(
  query: string,
  synonyms: ReadonlyMap<string, readonly string[]>,
  known: ReadonlyMap<string, unknown>,
): QueryWord[] {
  const isKnown = (word: string) => stemsOf(word).some((stem) => known.has(stem));
  const hints = hintsOf(query, isKnown).flatMap(stemsOf);
  const found: QueryWord[] = hints.length > 0 ? [new Map(hints.map((stem) => [stem, otherMeaning]))] : [];
  for (const stem of new Set(stemsOf(query))) {
    const shares = new Map([[stem, isVague(stem) ? vagueWord : 1]]);
    const add = (other: string, share: number) => void shares.set(other, either(shares.get(other), share));
    for (const other of synonyms.get(stem) ?? []) add(other, 1);
    for (const other of otherStems(stem)) add(other, otherMeaning);
    // An unknown word can be the beginning of a known word: `config` of `configuration`.
    if (!known.has(stem) && stem.length >= 3)
      for (const word of known.keys()) if (word.startsWith(stem)) add(word, otherMeaning);
    found.push(shares);
  }
  return found;
}

function sharesOf(words: readonly QueryWord[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const word of words) for (const [stem, share] of word) found.set(stem, either(found.get(stem), share));
  return found;
}

/** Several words of a query can mean the same stem. The weight of this stem then grows, but never above 1. */
const either = (one = 0, other: number): number => 1 - (1 - one) * (1 - other);

function stemsOfSynonyms(synonyms: Synonyms): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [word, others] of Object.entries(synonyms))
    for (const stem of stemsOf(word))
      found.set(stem, [...(found.get(stem) ?? []), ...others.flatMap(stemsOf)]);
  return found;
}
