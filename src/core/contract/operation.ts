/** The way in which a list operation returns pages. */
export interface Paging {
  /** The name of the argument for the page size. Absent if the platform decides the page size. */
  limit?: string | undefined;
  /** The name of the argument for the cursor or the page number. */
  cursor: string;
  /** The dotted path in the response at which the next cursor is found. */
  next?: string | undefined;
  /**
   * The dotted path in the response at which the number of pages is found. Set `pages` instead of `next` if the
   * platform numbers its pages.
   */
  pages?: string | undefined;
  /** The default page size. */
  default: number;
  /** The maximum page size. */
  max: number;
}

/** One operation of a platform's API. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path that is added to the endpoint. */
  readonly path: string;
  readonly paging?: Paging | undefined;
  /** The scopes that allow the operation, by kind of token. A token needs only one of the listed scopes. */
  readonly scopes?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The kinds of token that the operation accepts. Default: all. */
  readonly tokens?: readonly string[] | undefined;
  /** A link to the platform's documentation. */
  readonly docs: string;
}
export type Operations = Readonly<Record<string, Operation>>;
