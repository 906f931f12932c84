/** Returns the words of an old post. Slack stores a post as simple HTML. */
export const postText = (html: string): string =>
  html
    .replace(/<a\s[^<>]*href="([^"<>]*)"[^<>]*>([^<>]*)<\/a>/g, (_all, url: string, words: string) =>
      words === "" || words === url ? url : `${words} (${url})`,
    )
    .replace(/<li[^<>]*>/g, "• ")
    .replace(/<br\s*\/?>|<\/(?:p|li|h\d|tr|pre|blockquote)>/g, "\n")
    // The preview of a long post can end inside a tag.
    .replace(/<\/?[a-z][^<>]*(?:>|$)/gi, "")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => entities.get(name)!)
    .replace(/\n{2,}/g, "\n")
    .trim();

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" }),
);
