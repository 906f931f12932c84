// The browser gets the texts of these functions, so they use nothing from outside.

/** How the search box finds sections of pages, as MiniSearch takes it from VitePress. */
export const miniSearch = {
  options: {
    processTerm: (term: string): string | null =>
      ["a", "an", "and", "as", "for", "in", "is", "it", "of", "on", "or", "the", "to", "with"].includes(
        term.toLowerCase(),
      )
        ? null
        : term.toLowerCase(),
  },
  searchOptions: {
    combineWith: "AND" as const,
    fuzzy: (term: string): number | false => (term.length > 4 ? 0.2 : false),
    prefix: (term: string): boolean => term.length > 2,
    boost: { title: 4, titles: 2, text: 1 },
    /** Guides, tasks and recipes come before the reference, and the reference before what contributors read. */
    boostDocument: (id: unknown, _term?: string, stored?: Record<string, unknown>): number => {
      const page = String(id);
      if (/CHANGELOG|\/decisions\/|\/promises|\/testing/.test(page)) return 0.2;
      const isReference =
        /\/docs\/(?!recipes\/)[^/]+\/|-coverage|\/http-api|\/service\//.test(page) ||
        String(stored?.["titles"]).includes(": all entities and actions");
      return isReference ? 0.25 : 1;
    },
  },
};
