import type { Dict } from "../ground/json.ts";

/** Connectors can add other fields. */
export interface Meta {
  /** The `cursor` of the next page, if the data is a page of a list. Absent on the last page. */
  next_cursor?: string;
  has_more?: boolean;
  /** The corrections of the call before it was sent. */
  normalized?: readonly string[];
  warnings?: readonly string[];
  /**
   * The platform's code, such as `already_pinned`, if the write changed nothing because the requested state already
   * existed.
   */
  already?: string;
  /**
   * Present if a write was sent again because its first outcome was unknown. The value is the code of the first
   * error. A write is sent again only if a repetition has no further effect. If `already` is present too, the first
   * request may have made the change.
   */
  repeated?: string;
  /** Present if the write seemed to fail, but succeeded. The value is the code of the first error. */
  recovered?: string;
  /** The call that undoes this write. */
  undo?: { entity: string; action: string; params: Readonly<Record<string, unknown>> };
  /**
   * The call that reads this result again. Present if the action creates something at the platform, such as a report.
   * A second call of the action would create a second report.
   */
  reread?: { entity: string; action: string; params: Readonly<Record<string, unknown>> };
  dry_run?: true;
  /** The platform's name of the file, if the data is a file. Check the name before you use it in a path. */
  filename?: string;
  /** The media type of the file, if the data is a file. */
  content_type?: string;
  /** The number of bytes of the file, if the data is a file. Absent if the number is unknown. */
  size?: number;
  readonly [name: string]: unknown;
}

export interface Result<Data = unknown> {
  data: Data;
  meta: Meta;
}

/** A call that undoes another call. Pass `entity`, `action` and `params` to `execute()`. */
export interface Undo {
  entity: string;
  action: string;
  params: Dict;
}
