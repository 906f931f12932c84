/** Converts a name of any spelling to lower-case words with underscores: `PetsByStatus` becomes `pets_by_status`. */
export const snakeCase = (name: string): string =>
  name
    .slice(0, 200)
    .normalize("NFKD")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "");

/** Makes a name of an entity or an action: snake case, and at most 48 characters, cut after a word. */
export function nameOf(text: string, otherwise: string): string {
  const name = snakeCase(text);
  if (name === "") return otherwise;
  return name.length <= 48 ? name : name.slice(0, 48).replace(/_[^_]*$/, "");
}

/** Returns the singular of an English plural, as far as names of resources need it. */
export function singular(word: string): string {
  if (/(ss|is|news|series|(stat|bon|camp|vir|corp|cens|radi)us)$/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ches|shes|xes|sses|zes)$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

export const isPlural = (word: string): boolean => singular(word) !== word;

export function plural(word: string): string {
  if (
    isPlural(word) ||
    /(^|_)(people|children|data|media|staff|info|metadata|feedback|sms|access|me|history)$/.test(word)
  )
    return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh|z)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Other verbs that documents use, and the verbs of this package. */
const verbs: Readonly<Record<string, string>> = {
  retrieve: "get",
  fetch: "get",
  read: "get",
  show: "get",
  describe: "get",
  index: "list",
  edit: "update",
  modify: "update",
  patch: "update",
  destroy: "delete",
  insert: "create",
  find: "list",
};

/** Replaces the verb at the start of a name with the package's verb: `retrieve_page` becomes `get_page`. */
export function withUsualVerb(name: string): string {
  const [first = "", ...rest] = name.split("_");
  return [Object.hasOwn(verbs, first) ? verbs[first] : first, ...rest].join("_");
}
