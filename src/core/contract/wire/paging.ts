interface PageSize {
  /** The name of the argument for the page size. Absent if the platform decides. Every page with items is then full. */
  limit?: string | undefined;
  default: number;
  max: number;
  /**
   * The dotted path of a field in the response that says whether there is another page, such as `has_more`. If the
   * field is `false`, there is no other page.
   */
  more?: string | undefined;
}

/** The response contains a cursor for the next page. The next request sends this cursor unchanged. */
interface CursorPaging extends PageSize {
  kind: "cursor";
  /** The name of the argument for the cursor. */
  cursor: string;
  /** The dotted path of the next cursor in the response. */
  next: string;
}

/** The next request contains the number of the next page. */
interface PageNumberPaging extends PageSize {
  kind: "page";
  /** The name of the argument for the number of the page. */
  cursor: string;
  /** The number of the first page. Default: 1. */
  first?: number | undefined;
  /**
   * The dotted path of the number of pages in the response. If `pages` is absent, a page that is not full is the last
   * page.
   */
  pages?: string | undefined;
}

/** The next request contains the index of the first item of the next page. */
interface OffsetPaging extends PageSize {
  kind: "offset";
  /** The name of the argument for the index. */
  cursor: string;
  /**
   * The dotted path of the number of all items in the response. If `total` is absent, a page that is not full is
   * the last page.
   */
  total?: string | undefined;
}

/** The next request contains the id of the last item. */
interface LastIdPaging extends PageSize {
  kind: "last-id";
  cursor: string;
  /** The dotted path of the id in an item. */
  id: string;
}

/** The response contains the address of the next page. Only the query of this address is used. */
interface NextUrlPaging extends PageSize {
  kind: "next-url";
  /** The dotted path of the address in the response. */
  next: string;
}

/**
 * The response header `Link` contains the address of the next page, with `rel="next"`. Only the query of this address
 * is used.
 */
interface LinkPaging extends PageSize {
  kind: "link";
}

export type Paging =
  | CursorPaging
  | PageNumberPaging
  | OffsetPaging
  | LastIdPaging
  | NextUrlPaging
  | LinkPaging;
