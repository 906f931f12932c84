import { effects } from "../contract/effect.ts";
import type { Issue } from "../ground/errors.ts";
import { type Dict, isDict } from "../ground/json.ts";
import { nearest } from "../ground/similar-names.ts";
import { patternFault } from "../schema/pattern/pattern-test.ts";

/** The rule of a field in a connector file. `says`: the rule as the end of a sentence, such as `must be an object`. */
export interface Field {
  is: (value: unknown) => boolean;
  says: string;
  required?: boolean;
}

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

export const kinds: Field = {
  is: (value) => Array.isArray(value) && value.every((one) => (effects as readonly unknown[]).includes(one)),
  says: `must be a list of effects: ${effects.join(", ")}`,
};

/** The number of issues that an error lists. */
export const maxIssues = 100;

export function fieldIssues(value: Dict, fields: Readonly<Record<string, Field>>, path: string): Issue[] {
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const wrong = Object.entries(fields).flatMap(([name, { is, says, required }]) => {
    if (value[name] === undefined) return required ? [{ path: at(name), message: "is missing" }] : [];
    return is(value[name]) ? [] : [{ path: at(name), message: says }];
  });
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

export function patternIssues(value: unknown, path: string): Issue[] {
  if (!isDict(value) || value.pattern === undefined) return [];
  if (typeof value.pattern !== "string") return [{ path: `${path}.pattern`, message: "must be a text" }];
  const fault = patternFault({ pattern: value.pattern });
  return fault === undefined ? [] : [{ path: `${path}.pattern`, message: fault.replace(/\.$/, "") }];
}
