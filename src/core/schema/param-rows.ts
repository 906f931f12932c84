import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict } from "../ground/json.ts";
import { describeType } from "./signature.ts";

/** A param, or a field of a param, in words for people. */
export interface ParamRow {
  name: string;
  /** 0 for a param, 1 for its fields, and so on. */
  depth: number;
  required: boolean;
  type: string;
  /** Empty if the schema has no default. */
  byDefault: string;
  /** Empty if the schema has no description, or if `type` is the description. */
  meaning: string;
}

/** Returns the params of a schema. The fields of a param follow it. */
export function paramRows({ properties = {}, required = [] }: JsonSchema, depth = 0): ParamRow[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const type = describeType(schema);
    const { description = "", default: byDefault } = schema;
    const row: ParamRow = {
      name,
      depth,
      required: required.includes(name),
      type,
      byDefault: byDefault === undefined ? "" : JSON.stringify(byDefault),
      meaning: description === type ? "" : description,
    };
    return [row, ...paramRows(isDict(schema.items) ? schema.items : schema, depth + 1)];
  });
}
