import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";

// A Google API Discovery document, as far as a connector needs it. Every field can be missing or wrong.

export interface Method {
  /** The document's own name: `gmail.users.messages.list`. */
  id: string;
  /** The names of the resources that contain the method: `["users", "messages"]`. */
  resources: readonly string[];
  name: string;
  data: Dict;
}

/** A connector has at most so many actions. */
export const maxMethods = 5000;
const maxNesting = 10;

/** @throws ConnectorError `config_error` if the value is no Discovery document */
export function readDocument(document: unknown): Dict {
  if (isDict(document) && (isDict(document.resources) || isDict(document.methods))) return document;
  throw new ConnectorError("config_error", "The source is not a Google Discovery document.", {
    path: "source",
    hint: 'Pass the parsed JSON of a document that has the kind "discovery#restDescription".',
  });
}

/** Returns the methods of all resources, in the order of the document, and at most one more than `maxMethods`. */
export function methodsOf(document: Dict): Method[] {
  const methods: Method[] = [];
  const visit = (node: Dict, resources: readonly string[]): void => {
    if (resources.length > maxNesting) return;
    for (const [name, data] of entriesOf(node.methods)) {
      if (methods.length > maxMethods) return;
      const id = textOf(data.id) ?? [...resources, name].join(".");
      methods.push({ id: id.slice(0, 200), resources, name, data });
    }
    for (const [name, inner] of entriesOf(node.resources)) visit(inner, [...resources, name]);
  };
  visit(document, []);
  return methods;
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Returns the fields of an object that are objects themselves. */
export const entriesOf = (value: unknown): [string, Dict][] =>
  isDict(value) ? Object.entries(value).filter((entry): entry is [string, Dict] => isDict(entry[1])) : [];
