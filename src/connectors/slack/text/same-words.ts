/**
 * Returns whether two texts have the same words, although their marks of formatting, lists and quotes can differ. Slack
 * writes the text of a person's message from its blocks, and uses other marks than the blocks.
 */
export const sameWords = (one: string, other: string): boolean => bare(one) === bare(other);

/** Removes white space, marks of formatting and of lists, and the numbers of list items. */
const bare = (text: string): string =>
  text.replace(/^[\s>]*(?:\d+|[a-z]{1,8})\.\s/gm, "").replace(/[\s*_~`>•◦▪\u{FE0E}]+/gu, "");
