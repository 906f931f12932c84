import type { ErrorJson } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import type { Effect } from "./effect.ts";

/** A call that has ended: its result, and the effects that the policies had to allow. */
export interface Written {
  result: Result;
  effects: readonly Effect[];
}

/** Connectors can add other fields. */
export interface Meta {
  /** The value of the param `cursor` for the next page of a list. Absent on the last page. */
  next_cursor?: string;
  has_more?: boolean;
  /** The mistakes that this package has corrected in the call, such as `"Channel" read as channel`. */
  normalized?: readonly string[];
  warnings?: readonly string[];
  /**
   * The platform's code, such as `already_pinned`, if the write changed nothing because the requested state already
   * existed.
   */
  already?: string;
  /**
   * The code of the first error, if a write was sent again after an unknown outcome. A write is sent again only if a
   * repetition has no further effect. If `already` is present too, the first request may have made the change.
   */
  repeated?: string;
  /** The code of the first error, if the write seemed to fail but has succeeded. */
  recovered?: string;
  /** The call that undoes this write. */
  undo?: { entity: string; action: string; params: Readonly<Record<string, unknown>> };
  /**
   * The call that reads this result again. Present if the action creates something, such as a report, because a second
   * call of the action would create a second report.
   */
  reread?: { entity: string; action: string; params: Readonly<Record<string, unknown>> };
  dry_run?: true;
  /** In a dry run of a batch: the param whose items a person can approve one by one, and the effects of each item. */
  rows?: { param: string; effects?: readonly (readonly Effect[])[] | undefined };
  /** The people who can read what a write has changed. Present only if people outside the company can read it. */
  audience?: string;
  /** The platform's name of the file, if the data is a file. Check this name before you use it in a path. */
  filename?: string;
  content_type?: string;
  /** The number of bytes of the file. Absent if the number is unknown. */
  size?: number;
  readonly [name: string]: unknown;
}

export interface Result<Data = unknown> {
  data: Data;
  meta: Meta;
}

/**
 * The `data` of a dry run: what the call would do. A connector can add fields, such as the user who would make the
 * change.
 */
export interface DryRun {
  entity: string;
  action: string;
  effect: Effect;
  /** The effects of the call, if the call has several. */
  effects?: readonly Effect[];
  /** The params of the call, with ids instead of names such as `#general`. */
  params: Readonly<Record<string, unknown>>;
  /** The values before the call. */
  before?: unknown;
  /** The values after the call. */
  after?: unknown;
  /** The error of the real call, if a policy does not allow its effect. */
  refused?: ErrorJson;
  /** The most that the account can spend in a day, before and after the call. */
  exposure?: unknown;
  /** The people who can read what the call writes. */
  audience?: string;
  /** The people outside the company who can read it. */
  external?: readonly string[];
  /** The people whom the call notifies, in words. */
  notified?: readonly string[];
  /** The number of people whom the call notifies. Absent if it notifies nobody, or if the number is unknown. */
  notified_people?: number;
  readonly [name: string]: unknown;
}

/** A call that undoes another call. Pass `entity`, `action` and `params` to `execute()`. */
export interface Undo {
  entity: string;
  action: string;
  params: Dict;
}

/** Which texts in the results of a connector the platform makes. People can have written all other texts. */
export interface TextSources {
  /**
   * The fields of results whose texts the platform makes, such as ids and states. Tools tell the model that people can
   * have written the texts of all other fields. `channel.name` means `name` in `channel`, and `*Id` means all names that
   * end with `Id`.
   */
  platformFields: readonly string[];
  /** The fields of results whose value is an object with keys that people have written, such as `tags`. */
  peopleMaps: readonly string[];
  /**
   * Texts that the platform makes, such as `{} is required`. `{}` stands for one word, such as an id or the name of a
   * field.
   */
  platformMessages: readonly string[];
  /** Whether other people make whole results, with the names of their fields. Tools then mark all data. Default: false. */
  foreign?: boolean | undefined;
  /** Whether the descriptions of the actions are other people's words, which people see in quotation marks. Default: false. */
  quoted?: boolean | undefined;
}
