// A list has one entry for each protected row of an organization or of a user. Each organization has a tree of signed
// lists. A list also has the version of each list below it. Therefore, nobody without a master key can add, change or
// delete a row, or put back an older row or list, unless the whole tree is put back.
//
// The tree has four levels: the organization, two levels that divide its users, and the user. A call reads the four
// lists on the path to its user, and a change writes them.

export interface RowList {
  /** The version of the organization when the list was changed. */
  readonly version: number;
  /** The entries of rows by name (see `nameOf`), and the versions of lists by their place below this list. */
  readonly entries: ReadonlyMap<string, string | number>;
}
