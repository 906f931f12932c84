/** Words that say nothing about an action. */
const ignored = new Set(
  "a an and any are as at be by can do for from given has have how i if in into is it its me my of on or our so some that the their them then there these they this those to up us want was we what when where which while who will with you your".split(
    " ",
  ),
);

/** Splits a text or a name (`listItems`, `list_items`) into the stems of its words. Leaves out words such as `the`. */
export function stemsOf(text: string): string[] {
  const words = text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/['’]s?\b/gu, "")
    .match(/[\p{L}\d]+/gu);
  return (words ?? []).filter((word) => !ignored.has(word)).map(stem);
}

const stems = new Map<string, string>();

const mostStems = 50_000;

/** Reduces the forms of an English word to one stem: `created` and `creating` become `creat`. */
export function stem(word: string): string {
  let found = stems.get(word);
  if (found === undefined) {
    found = withoutEndings(word);
    if (stems.size >= mostStems) stems.clear();
    stems.set(word, found);
  }
  return found;
}

/** The endings to remove, at most one from each word. `least`: the number of letters that must remain. */
const endings: readonly (readonly [ending: string, least: number])[] = [
  ["ations", 3],
  ["ation", 3],
  ["ments", 4],
  ["ment", 4],
  ["ions", 4],
  ["ion", 4],
  ["ings", 3],
  ["ing", 3],
  ["ees", 4],
  ["ee", 4],
  ["als", 4],
  ["al", 4],
  ["ers", 4],
  ["er", 4],
  ["ors", 4],
  ["or", 4],
  ["ed", 3],
  ["es", 3],
  ["e", 3],
];

function withoutEndings(word: string): string {
  if (word.length <= 3 || /[^a-z]/.test(word)) return word;
  let rest = word
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^su])s$/, "$1");
  for (const [ending, least] of endings)
    if (rest.endsWith(ending) && rest.length - ending.length >= least) {
      rest = rest.slice(0, -ending.length);
      break;
    }
  return rest.replace(/([^aeiou])\1$/, "$1");
}
