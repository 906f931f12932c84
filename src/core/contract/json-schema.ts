export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

/** The params of which a call needs one. An inner list needs all its params. */
export type ParamSets<Name extends string = string> = readonly (Name | readonly Name[])[];
