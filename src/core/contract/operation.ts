/** How a list operation is paged: the names of its arguments, and where the next cursor stands in the answer. */
export interface Paging {
  /** Absent where the platform decides how long a page is. */
  limit?: string | undefined;
  cursor: string;
  /** Dotted path of the next cursor in the answer. */
  next?: string | undefined;
  /** Instead of it, where pages have numbers: dotted path of how many there are. `cursor` is then a page's number. */
  pages?: string | undefined;
  /** Items per page when the caller gives no limit, and at most. */
  default: number;
  max: number;
}

/** One operation of a platform, as data. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Appended to the endpoint. */
  readonly path: string;
  readonly paging?: Paging | undefined;
  /** Scopes that let a token use it; one of each list is enough. Keyed by the kind of token. */
  readonly scopes?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The kinds of token that it takes; all without it. */
  readonly tokens?: readonly string[] | undefined;
  /** The platform's page. */
  readonly docs: string;
}
export type Operations = Readonly<Record<string, Operation>>;
