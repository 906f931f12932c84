import type { AuthScheme } from "../contract/auth-scheme.ts";
import type {
  ArgumentWire,
  BodyWire,
  ErrorWire,
  Operation,
  OperationDefaults,
  PollingWire,
  RateWire,
  Repeatable,
  ResponseWire,
} from "../contract/wire/operation.ts";
import type { Paging } from "../contract/wire/paging.ts";
import { isDict } from "../ground/json.ts";
import { byKind, dict, type Field, type Fields, mapOf, numberFrom, object, oneOf, text, texts } from "./data-fields.ts"; // prettier-ignore

// The shapes of what a connector file says about requests. `checkWire` then checks what the values do, such as where a
// path leads.

const name = text(500);
const required = (field: Field): Field => ({ ...field, required: true });
const header: Field = {
  is: (value) => typeof value === "string" && /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(value),
  says: "must be the name of a header",
};
const anyText: Field = { is: (value) => typeof value === "string", says: "must be a text" };
const constants = mapOf(anyText);
const scopes = mapOf(texts);
const style = oneOf(["repeat", "comma", "space", "pipe", "brackets", "deepObject", "json"]);

const body: Fields<BodyWire> = {
  kind: required(oneOf(["json", "form", "multipart", "graphql", "raw"])),
  contentType: name,
  argument: name,
  document: anyText,
};
const errors: Fields<ErrorWire> = {
  code: texts,
  message: texts,
  faults: object({ path: required(name), fields: required(texts) }),
  codes: mapOf(name),
  hints: mapOf(text(2000)),
  flag: object({
    path: required(name),
    equals: { is: (value) => ["string", "number", "boolean"].includes(typeof value), says: "must be a text, a number, true or false" }, // prettier-ignore
  }),
};
const rate: Fields<RateWire> = {
  lane: name,
  perMinute: numberFrom(1),
  burst: numberFrom(1),
  headers: object({
    remaining: required(header),
    reset: required(header),
    unit: required(oneOf(["seconds", "epoch", "epoch-ms"])),
  }),
  refusal: object({ text: required(name), waitSeconds: required(numberFrom(1)) }),
};
const defaults: Fields<OperationDefaults> = {
  headers: constants,
  query: constants,
  style,
  body: object(body),
  errors: object(errors),
  rate: object(rate),
  idempotencyHeader: header,
  auth: texts,
};

const argument: Fields<ArgumentWire> = {
  in: oneOf(["path", "query", "header", "body"]),
  name,
  style,
  slashes: oneOf(["keep", "encode"]),
};
const polling: Fields<PollingWire> = {
  at: {
    is: (value) => isDict(value) && Object.keys(value).length === 1 && (header.is(value.header) || name.is(value.path)),
    says: "must be { header } or { path }",
    required: true,
  },
  state: object({ path: required(name), done: required(texts), failed: texts }),
  everySeconds: numberFrom(1),
}; // prettier-ignore
const response: Fields<ResponseWire> = { kind: oneOf(["json", "text", "file"]), pick: name };
const repeatable: Fields<Repeatable> = {
  reason: required(text(2000)),
  source: required(text(2000)),
  done: texts,
  single: name,
};
const size = { limit: name, default: required(numberFrom(1)), max: required(numberFrom(1)), more: name };
const paging: Readonly<Record<Paging["kind"], Readonly<Record<string, Field>>>> = {
  cursor: { ...size, cursor: required(name), next: required(name) },
  page: { ...size, cursor: required(name), first: numberFrom(0), pages: name },
  offset: { ...size, cursor: required(name), total: name },
  "last-id": { ...size, cursor: required(name), id: required(name) },
  "next-url": { ...size, next: required(name) },
  link: size,
};

const operation: Fields<Operation> = {
  ...defaults,
  method: required(oneOf(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])),
  path: required(text(2000)),
  origin: name,
  arguments: mapOf({
    is: (value) => name.is(value) || isDict(value),
    says: "must be the platform's name, or an object with in, name and style",
    inside: (value: unknown, path) => (isDict(value) ? object(argument).inside!(value as never, path) : []),
  }),
  fields: dict,
  response: object(response),
  polling: object(polling),
  paging: byKind(paging),
  repeatable: object(repeatable),
  scopes,
  moreScopes: scopes,
  tokens: texts,
  docs: required(anyText),
};

const template: Field = required({
  is: (value) => typeof value === "string" && value.length <= 2000,
  says: "must be a text with credential fields in braces",
});
const tokenRequest = {
  tokenUrl: required(name),
  clientId: template,
  clientSecret: template,
  clientAuth: oneOf(["body", "basic"]),
  fields: constants,
  errorCodes: mapOf(name),
  expiresIn: numberFrom(1),
};
const schemes: Readonly<Record<AuthScheme["kind"], Readonly<Record<string, Field>>>> = {
  bearer: { token: template },
  header: { name: required(header), value: template },
  query: { name: required(name), value: template },
  basic: { user: template, password: template },
  "oauth2-refresh": { ...tokenRequest, refreshToken: template },
  "oauth2-client-credentials": tokenRequest,
};

export const defaultsField = object(defaults);
export const operationField = object(operation);
export const schemeField = byKind(schemes);
