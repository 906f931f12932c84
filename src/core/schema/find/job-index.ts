import type { AskedJob } from "../../contract/search.ts";
import { askedFor } from "./everyday-words.ts";
import { createReader, type Concept } from "./phrases.ts";
import { correctWord } from "./similar-words.ts";
import { memoized } from "./memoized.ts";
import { familiesOf, familyExpressions, familyWords } from "./word-families.ts";
import { stem, stemsOf } from "./words.ts";

export interface JobMatch {
  /** The position of the job. */
  job: number;
  /** How similar the query and the job are, from 0 to 1. */
  score: number;
  /** Which part of the most similar phrase the query contains, from 0 to 1. */
  covered: number;
}

export type FindJobs = (query: string) => JobMatch[];

/** The share of its weight that a part of a phrase takes from the score if the query lacks it. */
const missingPart = 0.7;
/** The share of its weight that a word of the query takes from the score if the phrase lacks it. */
const otherWord = 0.35;
/** The weight of a word that no job has, such as a name, compared with a word that one job has. */
const unknownWord = 0.25;
/** The factor for a phrase that asks for a write if the query asks for a read, or the other way round. */
const otherMood = 0.85;
/** The share of the second best phrase of a job. */
const secondPhrase = 0.2;

/** Words that hardly distinguish jobs. Their weight is half of what their rarity gives. */
const weak = new Set(
  "who where when why show count people own".split(" ").flatMap((word) => [stem(word), `=${word}`]),
);

interface Phrase {
  job: number;
  parts: readonly { concept: Concept; weight: number }[];
  /** What the phrase asks for. Undefined if neither the phrase nor the job says it. */
  mood: "read" | "write" | "both" | undefined;
}

/** What the index needs besides the jobs. */
interface JobContext {
  /** Whether the actions of a job read or write. */
  moodOf: (job: AskedJob) => "read" | "write" | undefined;
  /** Whether the texts of the actions contain a stem. */
  knows: (stem: string) => boolean;
  /** The keys are words that people use. The values are the platform's words for the same thing. */
  synonyms: Readonly<Record<string, readonly string[]>>;
}

/** Creates a search for the jobs that are most similar to a query. */
export function createJobIndex(jobs: readonly AskedJob[], { moodOf, knows, synonyms }: JobContext): FindJobs {
  const vocabulary = { expressions: expressionsOf(jobs), families: familiesFrom(synonyms) };
  // Memoized, because many phrases have the same words.
  const read = memoized(createReader(vocabulary));
  const phrases: Phrase[] = jobs.flatMap((job, position) =>
    job.asked.map((text) => ({
      job: position,
      parts: partsOf(text, read).map((concept) => ({ concept, weight: 0 })),
      mood: moodOfPhrase(text) ?? moodOf(job),
    })),
  );

  const jobsWith = new Map<string, Set<number>>();
  const phrasesWith = new Map<string, Set<Phrase>>();
  for (const phrase of phrases)
    for (const { concept } of phrase.parts)
      for (const key of concept.keys()) {
        addTo(jobsWith, key, phrase.job);
        addTo(phrasesWith, key, phrase);
      }
  const rarities = new Map([...jobsWith].map(([key, { size }]) => [key, rarityOf(key, jobs.length / size)]));
  const rarity = (key: string) => rarities.get(key) ?? rarityOf(key, jobs.length);
  /** The weight of a part that the query lacks is the weight of its most frequent word. */
  const leastRarity = (concept: Concept) =>
    Math.min(
      ...[...concept].filter(([key, share]) => share > 0.5 && jobsWith.has(key)).map(([key]) => rarity(key)),
    );
  for (const { parts } of phrases) for (const part of parts) part.weight = leastRarity(part.concept);
  const weightOfWord = (concept: Concept) => {
    const [own = ""] = concept.keys();
    if (jobsWith.has(own)) return rarity(own);
    const least = leastRarity(concept);
    return Number.isFinite(least) ? least : rarity("") * unknownWord;
  };

  const frequencies = new Map([...jobsWith].map(([key, { size }]) => [key, size]));
  for (const expression of [...vocabulary.expressions, ...familyExpressions])
    for (const word of expression.split(/[ ~]/))
      frequencies.set(stem(word), frequencies.get(stem(word)) ?? 1);
  const isKnown = (word: string) => frequencies.has(word) || knows(word) || familiesOf(word).length > 0;
  const spelled = new Set(
    [...jobs.flatMap(({ asked }) => asked), ...familyWords].flatMap((text) =>
      text.toLowerCase().split(/[ |_~]/),
    ),
  );
  const readQuery = createReader(vocabulary, {
    // `Sam` has the stem of `same`, but is another word.
    isName: (word) => {
      const [lower, own] = [word.toLowerCase(), stem(word.toLowerCase())];
      return !spelled.has(lower) && (own === lower || !stemsOf(word).some(isKnown));
    },
    correct: (word) => (isKnown(word) ? word : correctWord(word, frequencies)),
  });

  return (query) => {
    const words = readQuery(query).map((concept) => ({ concept, weight: weightOfWord(concept) }));
    const mood = askedFor(query);
    const candidates = new Set<Phrase>();
    for (const { concept } of words)
      for (const key of concept.keys())
        for (const phrase of phrasesWith.get(key) ?? []) candidates.add(phrase);
    const found = new Map<number, JobMatch & { second: number }>();
    for (const phrase of candidates) {
      const { score, covered } = compare(phrase, words, rarity);
      const differs = mood && phrase.mood && phrase.mood !== "both" && mood !== phrase.mood;
      const own = score * (differs ? otherMood : 1);
      const known = found.get(phrase.job);
      if (!known) found.set(phrase.job, { job: phrase.job, score: own, covered, second: 0 });
      else if (own > known.score) Object.assign(known, { score: own, covered, second: known.score });
      else known.second = Math.max(known.second, own);
    }
    return [...found.values()].map(({ job, score, covered, second }) => ({
      job,
      score: (score + secondPhrase * second) / (1 + secondPhrase),
      covered,
    }));
  };
}

const rarityOf = (key: string, inverseShare: number) =>
  Math.log(1 + inverseShare) * (weak.has(key) ? 0.5 : 1);

/** Compares what a phrase and a query have in common with what only one of them has. */
function compare(
  { parts }: Phrase,
  words: readonly { concept: Concept; weight: number }[],
  rarity: (key: string) => number,
): { score: number; covered: number } {
  let [matched, possible, missing] = [0, 0, 0];
  const used = words.map(() => 0);
  for (const { concept, weight } of parts) {
    let best = { value: 0, most: 0, at: -1, share: 0 };
    for (const [at, word] of words.entries())
      for (const [key, own] of word.concept) {
        const share = Math.min(own, concept.get(key) ?? 0);
        const most = share > 0 ? rarity(key) : 0;
        if (share * most > best.value) best = { value: share * most, most, at, share };
      }
    if (best.at < 0) missing += weight;
    else {
      matched += best.value;
      possible += best.most;
      used[best.at] = Math.max(used[best.at]!, best.share);
    }
  }
  const other = words.reduce((sum, { weight }, at) => sum + weight * (1 - used[at]!), 0);
  return {
    score: matched / (possible + missingPart * missing + otherWord * other),
    covered: matched / (possible + missing),
  };
}

/** Returns the parts of a phrase. A part with an alternative such as `the` says nothing, so it is left out. */
const partsOf = (text: string, read: (text: string) => Concept[]): Concept[] =>
  text.split(" ").flatMap((part) => {
    const alternatives = part.split("|").map((one) => read(one.replaceAll(/[_~]/g, " ")));
    if (alternatives.some(({ length }) => length === 0)) return [];
    const keys = new Map<string, number>();
    for (const [key, share] of alternatives.flat().flatMap((concept) => [...concept]))
      keys.set(key, Math.max(share, keys.get(key) ?? 0));
    return [keys];
  });

/** Returns what the alternatives for the first word of a phrase ask for. */
function moodOfPhrase(text: string): "read" | "write" | "both" | undefined {
  const first = text.split(" ", 1)[0]!.split("|");
  const moods = new Set(first.map((one) => askedFor(one.replaceAll(/[_~]/g, " "))));
  return moods.size === 1 ? [...moods][0] : "both";
}

const expressionsOf = (jobs: readonly AskedJob[]): Set<string> =>
  new Set(
    jobs.flatMap(({ asked }) =>
      asked.flatMap((text) =>
        text
          .split(/[ |]/)
          .filter((one) => /[_~]/.test(one))
          .map((one) => one.replaceAll("_", " ")),
      ),
    ),
  );

/** A word and its synonym are in one family, which has the name of the synonym. */
function familiesFrom(synonyms: Readonly<Record<string, readonly string[]>>): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [word, others] of Object.entries(synonyms))
    for (const other of others) for (const one of [word, other]) addTo(found, stem(one), `${other}*`);
  return new Map([...found].map(([word, families]) => [word, [...families]]));
}

function addTo<Value>(sets: Map<string, Set<Value>>, key: string, value: Value): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}
