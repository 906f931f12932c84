/** Joins words as in `a, b or c`. */
export function listed(words: readonly string[], join: "and" | "or"): string {
  const last = words.at(-1) ?? "nothing";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${join} ${last}`;
}

export const counted = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;
