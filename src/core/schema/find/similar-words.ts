/** Shorter words are often one letter away from other words. */
const shortest = 5;

/** Returns the word of the vocabulary that differs by one letter. Of several words, returns the most frequent. */
export function correctWord(word: string, vocabulary: ReadonlyMap<string, number>): string {
  if (word.length < shortest - 1 || /\d/.test(word)) return word;
  let found = word;
  let most = 0;
  for (const [known, frequency] of vocabulary)
    if (known.length >= shortest && known[0] === word[0] && frequency > most && isOneChange(word, known))
      [found, most] = [known, frequency];
  return found;
}

/** Returns whether one letter that is added, removed or replaced, or two swapped letters, turn one word into the other. */
function isOneChange(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
