/**
 * Compares two texts without their marks for formatting, lists and quotes. Slack creates the text of a person's
 * message from the blocks, with different marks.
 */
export const sameWords = (one: string, other: string): boolean => bare(one) === bare(other);

/** Removes white space, marks for formatting and lists, and the numbers of list items. */
const bare = (text: string): string =>
  text.replace(/^[\s>]*(?:\d+|[a-z]{1,8})\.\s/gm, "").replace(/(?:[\s*_~`>•◦▪]|\u{FE0E})+/gu, "");
