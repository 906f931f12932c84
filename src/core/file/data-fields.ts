import type { Issue } from "../ground/errors.ts";
import { type Dict, isDict } from "../ground/json.ts";
import { nearest } from "../ground/similar-names.ts";
import { patternFault } from "../schema/pattern/pattern-test.ts";

/** The rule of a field in a connector file. `says`: the rule as the end of a sentence, such as `must be an object`. */
export interface Field {
  is: (value: unknown) => boolean;
  says: string;
  required?: boolean;
  /** Finds faults inside a value for which `is` holds. */
  inside?: (value: never, path: string) => Issue[];
}

export type Fields<T> = Readonly<Record<keyof T, Field>>;

/** Refuses control characters except line breaks, because models and terminals show the text. */
export const text = (most: number): Field => ({
  is: (value) =>
    typeof value === "string" && value !== "" && value.length <= most && !/[^\P{Cc}\n]/u.test(value),
  says: `must be a text of at most ${most} characters without control characters`,
});

/** Some lists are compared with each other, which takes seconds for longer ones. */
const maxTexts = 5000;

export const texts: Field = {
  is: (value) =>
    Array.isArray(value) && value.length <= maxTexts && value.every((one) => typeof one === "string"),
  says: `must be a list of texts, at most ${maxTexts}`,
};

export const dict: Field = { is: isDict, says: "must be an object" };

export const flag: Field = { is: (value) => typeof value === "boolean", says: "must be true or false" };

export const oneOf = (values: readonly unknown[]): Field => ({
  is: (value) => values.includes(value),
  says: `must be one of ${values.map((value) => (value === " " ? "a space" : String(value))).join(", ")}`,
});

export const numberFrom = (least: number): Field => ({
  is: (value) => Number.isFinite(value) && (value as number) >= least,
  says: `must be a number of at least ${least}`,
});

/** An object with these fields only. */
export const object = (fields: Readonly<Record<string, Field>>): Field => ({
  ...dict,
  inside: (value: Dict, path) => fieldIssues(value, fields, path),
});

/** An object with any names. */
export const mapOf = (field: Field): Field => ({
  ...dict,
  inside: (value: Dict, path) =>
    Object.entries(value).flatMap(([name, one]) => valueIssues(one, field, `${path}.${name}`)),
});

/** A list, or one value in place of a list. */
export const oneOrList = (field: Field): Field => ({
  is: (value) => isDict(value) || (Array.isArray(value) && value.length <= maxTexts),
  says: `must be an object, or a list of at most ${maxTexts}`,
  inside: (value: unknown, path) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => valueIssues(one, field, `${path}.${index}`))
      : valueIssues(value, field, path),
});

/** An object whose `kind` decides which fields it has. */
export const byKind = (kinds: Readonly<Record<string, Readonly<Record<string, Field>>>>): Field => ({
  ...dict,
  inside: (value: Dict, path) => {
    const kind = oneOf(Object.keys(kinds));
    const wrong = valueIssues(value.kind, { ...kind, required: true }, `${path}.kind`);
    return wrong.length > 0 ? wrong : fieldIssues(value, { ...kinds[value.kind as string], kind }, path);
  },
});

/** The number of issues that an error lists. */
export const maxIssues = 100;

export function fieldIssues(value: Dict, fields: Readonly<Record<string, Field>>, path: string): Issue[] {
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const wrong = Object.entries(fields).flatMap(([name, field]) => valueIssues(value[name], field, at(name)));
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...wrong,
    ...unknown.map((name, index) => {
      const near = index < maxIssues ? nearest(name, Object.keys(fields)) : undefined;
      return {
        path: at(name.slice(0, 100)),
        message: `is not a known field${near === undefined ? "" : `; did you mean ${near}?`}`,
      };
    }),
  ];
}

function valueIssues(value: unknown, { is, says, required, inside }: Field, path: string): Issue[] {
  if (value === undefined) return required ? [{ path, message: "is missing" }] : [];
  return is(value) ? (inside?.(value as never, path) ?? []) : [{ path, message: says }];
}

/** A regular expression that can be tested in linear time. */
export const pattern: Field = {
  is: (value) => typeof value === "string",
  says: "must be a text",
  inside: (value: string, path) => {
    const fault = patternFault({ pattern: value });
    return fault === undefined ? [] : [{ path, message: fault.replace(/\.$/, "") }];
  },
};
