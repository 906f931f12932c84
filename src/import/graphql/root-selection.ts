import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  isCompositeType,
  isLeafType,
  isObjectType,
} from "graphql";
import type { ErrorWire } from "../../core/contract/wire/operation.ts";
import { type Connection, connectionOf, isList, isUsable, type RootField } from "./connection.ts";
import { type Selector, withoutBraces } from "./selection.ts";

/** What a root field reads, and where its record or its list is in the response. */
export interface RootSelection {
  /** The text after the root field and its arguments, with braces. Empty for a value such as a number. */
  text: string;
  /** The path of the record or of the list inside the root field: `nodes`. Empty for the root field itself. */
  inside: readonly string[];
  isList: boolean;
  connection?: Connection | undefined;
  /** How the response says that nothing was done, although the HTTP status means success. */
  errors?: ErrorWire | undefined;
}

/** The record that a root field is about: the items of its list, or the record in its payload. */
export interface RootRecord {
  type: GraphQLNamedOutputType;
  isList: boolean;
  connection?: Connection | undefined;
  /** The object that contains the record: `IssuePayload` contains `issue`. */
  payload?: { fields: readonly Field[]; record: Field | undefined; isWhole: boolean } | undefined;
}

type Field = GraphQLField<unknown, unknown>;

const payloadName = /(Payload|Response|Result|Output)$/;
const errorsName = /errors$/i;

export function rootRecord(root: RootField, kind: "query" | "mutation"): RootRecord {
  const type = getNamedType(root.type);
  if (isList(root.type)) return { type, isList: true };
  const connection = connectionOf(type);
  if (connection) return { type: connection.record, isList: true, connection };
  const isPayload =
    isObjectType(type) && (payloadName.test(type.name) || (kind === "mutation" && hasErrors(type)));
  if (!isPayload) return { type, isList: false };
  const fields = Object.values(type.getFields()).filter(isUsable);
  const records = fields.filter((field) => isCompositeType(getNamedType(field.type)) && !errorsName.test(field.name) && !connectionOf(getNamedType(field.type))); // prettier-ignore
  const record = records.length === 1 ? records[0]! : undefined;
  return {
    type: record ? getNamedType(record.type) : type,
    // A query returns its whole payload, because the values beside the record say something.
    isList: kind === "mutation" && record !== undefined && isList(record.type),
    payload: { fields, record, isWhole: kind === "query" },
  };
}

const hasErrors = (type: GraphQLNamedOutputType): boolean =>
  isObjectType(type) && Object.keys(type.getFields()).some((name) => errorsName.test(name));

/** `given`: the selection of the record, from an overlay. */
export function rootSelection(
  root: RootField,
  { type, isList: many, connection, payload }: RootRecord,
  selector: Selector,
  given: string | undefined,
): RootSelection {
  const chosen = given === undefined ? undefined : withoutBraces(given);
  const own = () => (isCompositeType(type) ? `{${chosen ?? selector.record(type)}}` : "");
  if (connection) {
    const list = connection.list === "nodes" ? `nodes${own()}` : `edges{node${own()}}`;
    const page = connection.hasPages ? "pageInfo{hasNextPage endCursor}" : "";
    return { text: `{${list}${page}}`, inside: [connection.list], isList: true, connection };
  }
  if (!payload) return { text: own(), inside: [], isList: many };
  const { fields, record, isWhole } = payload;
  const failures = fields.filter(({ name }) => errorsName.test(name));
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)) && !failures.includes(field));
  const done = leaves.find((field) => /^(success|ok|successful)$/.test(field.name) && getNamedType(field.type).name === "Boolean"); // prettier-ignore
  const summaries = record ? [] : fields.filter((field) => isCompositeType(getNamedType(field.type)) && !failures.includes(field) && !connectionOf(getNamedType(field.type))); // prettier-ignore
  const parts = [
    ...(record ? [`${record.name}${own()}`] : chosen === undefined ? [] : [chosen]),
    ...(record && !isWhole ? [] : chosen === undefined || record ? leaves.slice(0, 50).map(({ name }) => name) : []), // prettier-ignore
    ...(chosen === undefined ? summaries.slice(0, 12).map(({ name, type: inner }) => `${name}{${selector.summary(getNamedType(inner))}}`) : []), // prettier-ignore
    ...failures.flatMap((field) => failureText(field, selector)),
  ];
  // The answer says so if nothing was done.
  if (done && !parts.includes(done.name)) parts.push(done.name);
  return {
    text: `{${parts.length > 0 ? parts.join(" ") : "__typename"}}`,
    inside: record && !isWhole ? [record.name] : [],
    isList: many,
    errors: errorsOf(`data.${root.name}`, failures[0]?.name, done?.name),
  };
}

const failureText = ({ name, type }: Field, selector: Selector): string[] => {
  const named = getNamedType(type);
  return isCompositeType(named) ? [`${name}{${selector.summary(named)}}`] : [name];
};

function errorsOf(
  path: string,
  failures: string | undefined,
  done: string | undefined,
): ErrorWire | undefined {
  if (failures !== undefined)
    return {
      flag: { path: `${path}.${failures}` },
      message: [...messagePaths, `${path}.${failures}.0.message`],
      code: [...codePaths, `${path}.${failures}.0.code`],
    };
  return done === undefined ? undefined : { flag: { path: `${path}.${done}`, equals: false } };
}

/** Where servers put the text and the code of an error. */
export const messagePaths = ["errors.0.extensions.userPresentableMessage", "errors.0.message", "error_description", "message"]; // prettier-ignore
export const codePaths = [
  "errors.0.extensions.code",
  "errors.0.extensions.type",
  "errors.0.type",
  "error.code",
  "error",
];
