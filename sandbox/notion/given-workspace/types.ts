/** A workspace that a person writes by names. */
export interface NotionWorkspace {
  /** Default: `Fernhill`. */
  name?: string;
  /** The people: a name, or `{ name, email }`. */
  people?: readonly (string | { name: string; email?: string })[];
  pages?: readonly WorkspacePage[];
}

export interface WorkspaceComment {
  /** The name of a person, or `assistant` for the connection. */
  from: string;
  text: string;
  /** A text in the block to which the comment belongs. Default: the comment belongs to the page. */
  on?: string;
  replies?: readonly { from: string; text: string }[];
}

/** The content of a page or an entry. */
export interface WorkspaceContent {
  /** An id that your test needs to know. Default: an id that the sandbox chooses. */
  id?: string;
  /** An emoji. */
  icon?: string;
  /** Markdown, as one text or as lines. */
  markdown?: string | readonly string[];
  comments?: readonly WorkspaceComment[];
  in_trash?: boolean;
  /** The name of the person who created the page. Default: the first person. */
  by?: string;
  /** The hours since the last change. Default: 0. */
  hours_ago?: number;
  /** Pages in this page. */
  pages?: readonly WorkspacePage[];
  data_sources?: readonly WorkspaceDataSource[];
}

export interface WorkspacePage extends WorkspaceContent {
  title: string;
  /** Whether the connection sees the page and all in it. Default: true. */
  shared?: boolean;
}

/** A data source, in a database with the same title. */
export interface WorkspaceDataSource {
  title: string;
  id?: string;
  /** The title of the database. Data sources of one page with the same `database` are in one database. */
  database?: string;
  /**
   * Properties by name: a type such as `"number"`, `{ select: ["A", "B"] }` or `{ relation: "Title of a data source" }`.
   * The title property has the type `"title"`; without one, it is `Name`.
   */
  properties?: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
  entries?: readonly WorkspaceEntry[];
  templates?: readonly { name: string; markdown?: string; is_default?: boolean }[];
}

export interface WorkspaceEntry extends WorkspaceContent {
  /**
   * Values by name of the property: texts, numbers, booleans, names of options and people, titles of related entries, and
   * dates such as `"2026-03-31"` or `"2026-03-30/2026-04-02"`.
   */
  values: Readonly<Record<string, unknown>>;
}
