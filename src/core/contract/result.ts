import type { Dict } from "../ground/json.ts";

/** Information about a result. Connectors can add other fields. */
export interface Meta {
  /** The `cursor` of the next page, if the data is a page of a list. Absent on the last page. */
  next_cursor?: string;
  has_more?: boolean;
  /** The corrections that were made to the call before it was sent. */
  normalized?: readonly string[];
  /** Warnings about the result. */
  warnings?: readonly string[];
  /**
   * The platform's code (`already_pinned`) for a write that changed nothing, because the requested state already existed.
   */
  already?: string;
  /**
   * An error code. It is present if the response to the write was lost with this error, and the write was sent again. A
   * second equal write has no further effect. If `already` is present too, the first request may have made the change.
   */
  repeated?: string;
  /** An error code. It is present if the write first seemed to fail with this error, but in fact succeeded. */
  recovered?: string;
  /** The call that undoes this write. */
  undo?: { entity: string; action: string; params: Readonly<Record<string, unknown>> };
  /**
   * The call that reads this result again. The field is present if a repeated call of the action would create a new
   * report.
   */
  reread?: { entity: string; action: string; params: Readonly<Record<string, unknown>> };
  /** True for a dry run. */
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

/** A call that undoes another call. Pass its fields to `execute()`. */
export interface Undo {
  entity: string;
  action: string;
  params: Dict;
}
