import type { Operation } from "../../contract/wire/operation.ts";
import { hasControls } from "../../ground/control-characters.ts";
import { errorTable } from "../../ground/errors.ts";
import { isDict, show } from "../../ground/json.ts";
import { collectFaults, type Fault, type Faults, isSafePath } from "./fault.ts";
import { headerNameFault, isHeaderValue } from "./headers.ts";
import { pathNames } from "./path.ts";
import type { Paging } from "../../contract/wire/paging.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const styles = ["repeat", "comma", "space", "pipe", "brackets", "deepObject", "json"];
const bodyKinds = ["json", "form", "multipart", "graphql", "raw"];

/** The origins and schemes that an operation can name. */
export interface WireNames {
  origins: readonly string[];
  schemes: readonly string[];
}

/** Finds the faults of an operation, such as a header or a path that could change where its requests go. */
export function operationFaults(name: string, operation: Operation, names: WireNames): Fault[] {
  const faults: Fault[] = [];
  const found = collectFaults(faults, `operations.${name}`);
  if (!isDict(operation)) {
    found.add("", "is not an operation.");
    return faults;
  }
  found.unless(methods.includes(operation.method), "method", `is ${show(operation.method)}, not one of ${methods.join(", ")}.`); // prettier-ignore
  checkPath(operation.path, found);
  if (operation.origin !== undefined)
    found.unless(
      names.origins.includes(operation.origin),
      "origin",
      "is not one of the connector's origins.",
    );
  for (const scheme of listOf(operation.auth))
    found.unless(names.schemes.includes(String(scheme)), "auth", `names ${show(scheme)}, which is not one of the connector's schemes.`); // prettier-ignore
  if (operation.style !== undefined) checkStyle(operation.style, "style", found);
  checkConstants(operation, found);
  checkArguments(operation, found);
  checkBody(operation, found);
  checkAnswer(operation, found);
  checkRepeatable(operation.repeatable, found);
  if (operation.paging !== undefined) checkPaging(operation.paging, found);
  return faults;
}

function checkPath(path: unknown, found: Faults): void {
  if (typeof path !== "string" || !path.startsWith("/") || path.length > 2000)
    return found.add("path", "must be a text that starts with a slash.");
  const fixed = path.replace(/\{[^{}]*\}/g, "x");
  if (/^\/\/|[\\?#\s{}]/.test(fixed) || hasControls(fixed))
    found.add(
      "path",
      "contains characters that a path cannot contain. Constant query params belong into query.",
    );
  if (/%(?![0-9a-f]{2})|%2f|%5c|%00/i.test(fixed))
    found.add("path", "contains a percent sign that is not an encoded character, or an encoded slash.");
  if (fixed.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment)))
    found.add("path", "contains the segment . or .., which leads to another path.");
  for (const name of pathNames(path))
    found.unless(/^\w{1,100}$/.test(name), "path", `contains ${show(`{${name}}`)}, which is not a name.`);
}

const checkStyle = (style: unknown, path: string, found: Faults) =>
  found.unless(styles.includes(String(style)), path, `is ${show(style)}, not one of ${styles.join(", ")}.`);

function checkConstants({ headers, query, fields, idempotencyHeader, body }: Operation, found: Faults): void {
  for (const [name, value] of entriesOf(headers, "headers", found)) {
    const fault = headerNameFault(name);
    if (fault !== undefined) found.add(`headers.${name}`, `${fault}.`);
    found.unless(
      typeof value === "string" && isHeaderValue(value),
      `headers.${name}`,
      "must be one line of text.",
    );
    if (name.toLowerCase() === "content-type" && body?.kind === "multipart")
      found.add(`headers.${name}`, "cannot be set: a multipart body writes its own.");
  }
  for (const [name, value] of entriesOf(query, "query", found))
    found.unless(typeof value === "string", `query.${name}`, "must be a text.");
  for (const [name] of entriesOf(fields, "fields", found))
    found.unless(isSafePath(name), `fields.${name}`, "is not a path of field names.");
  const fault = idempotencyHeader === undefined ? undefined : headerNameFault(String(idempotencyHeader));
  if (fault !== undefined) found.add("idempotencyHeader", `${fault}.`);
}

function checkArguments(operation: Operation, found: Faults): void {
  const inPath = pathNames(String(operation.path));
  for (const [name, given] of entriesOf(operation.arguments, "arguments", found)) {
    const path = `arguments.${name}`;
    const wire = typeof given === "string" ? { name: given } : given;
    if (!isDict(wire)) {
      found.add(path, "must be the platform's name, or an object with in, name and style.");
      continue;
    }
    const { in: place, name: sent = name, style, slashes } = wire;
    found.unless(place === undefined || ["path", "query", "header", "body"].includes(String(place)), `${path}.in`, `is ${show(place)}, not one of path, query, header, body.`); // prettier-ignore
    if (place === "path" || slashes !== undefined)
      found.unless(inPath.includes(name), path, `says that the argument is in the path, but the path has no {${name}}.`); // prettier-ignore
    if (slashes !== undefined)
      found.unless(slashes === "keep" || slashes === "encode", `${path}.slashes`, "must be keep or encode.");
    if (style !== undefined) checkStyle(style, `${path}.style`, found);
    found.unless(isSafePath(sent), `${path}.name`, "is not a name of a field.");
    const fault = place === "header" ? headerNameFault(String(sent)) : undefined;
    if (fault !== undefined) found.add(`${path}.name`, `${fault}.`);
  }
}

function checkBody({ body, method }: Operation, found: Faults): void {
  if (body === undefined) return;
  if (!isDict(body) || !bodyKinds.includes(String(body.kind)))
    return found.add("body.kind", `must be one of ${bodyKinds.join(", ")}.`);
  const { kind, contentType, argument, document } = body;
  found.unless(contentType === undefined || (typeof contentType === "string" && /^[\w.+-]+\/[\w.+-]+(;[\w=". -]+)?$/.test(contentType)), "body.contentType", "is not a content type."); // prettier-ignore
  found.unless(argument === undefined || typeof argument === "string", "body.argument", "must be a name.");
  if (kind === "raw") found.unless(argument !== undefined, "body.argument", "must name the argument that is the whole body."); // prettier-ignore
  if (kind === "graphql")
    found.unless(typeof document === "string", "body.document", "must be a GraphQL document.");
  if (kind === "graphql") found.unless(method === "POST", "method", "must be POST for GraphQL.");
}

function checkAnswer({ response, errors, polling, rate }: Operation, found: Faults): void {
  if (response?.kind !== undefined)
    found.unless(
      ["json", "text", "file"].includes(response.kind),
      "response.kind",
      "must be json, text or file.",
    );
  const { flag, faults } = errors ?? {};
  const paths = [
    ...listOf(errors?.code),
    ...listOf(errors?.message),
    ...listOf(flag?.path),
    ...(faults === undefined ? [] : [faults?.path, ...(Array.isArray(faults?.fields) ? faults.fields : [0])]),
  ];
  for (const path of [...paths, ...listOf(response?.pick), ...listOf(polling?.state?.path)])
    found.unless(
      typeof path === "string" && path !== "",
      "errors",
      `contains ${show(path)}, which is not a path.`,
    );
  for (const [code, ours] of entriesOf(errors?.codes, "errors.codes", found))
    found.unless(Object.hasOwn(errorTable, String(ours)), `errors.codes.${code}`, `is ${show(ours)}, which is not an error code.`); // prettier-ignore
  for (const [code, hint] of entriesOf(errors?.hints, "errors.hints", found))
    found.unless(typeof hint === "string" && hint !== "", `errors.hints.${code}`, "must be a text.");
  if (polling !== undefined) {
    const at: unknown = polling.at;
    found.unless(isDict(at) && (typeof at.header === "string" || typeof at.path === "string"), "polling.at", "must be { header } or { path }."); // prettier-ignore
    found.unless(isCount(polling.everySeconds), "polling.everySeconds", "must be a number of at least 1.");
  }
  const refusal: unknown = rate?.refusal;
  if (refusal !== undefined)
    found.unless(isDict(refusal) && typeof refusal.text === "string" && refusal.text !== "" && Number(refusal.waitSeconds) >= 1, "rate.refusal", "must be { text, waitSeconds }."); // prettier-ignore
  for (const name of ["perMinute", "burst"] as const)
    found.unless(isCount(rate?.[name]), `rate.${name}`, "must be a number of at least 1.");
}

function checkRepeatable(repeatable: unknown, found: Faults): void {
  if (repeatable === undefined) return;
  if (!isDict(repeatable)) return found.add("repeatable", "must be an object with a reason and a source.");
  const { reason, source, done, single } = repeatable;
  for (const [name, text] of Object.entries({ reason, source, ...(single === undefined ? {} : { single }) }))
    found.unless(typeof text === "string" && text !== "", `repeatable.${name}`, "must be a text.");
  found.unless(done === undefined || (Array.isArray(done) && done.every((code) => typeof code === "string")), "repeatable.done", "must be a list of error codes."); // prettier-ignore
}

const isCount = (value: unknown) => value === undefined || (Number.isFinite(value) && (value as number) >= 1);

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

function entriesOf(value: unknown, path: string, found: Faults): [string, unknown][] {
  if (value === undefined) return [];
  if (isDict(value)) return Object.entries(value);
  found.add(path, "must be an object.");
  return [];
}

/** The required fields of each kind of paging. */
const needed: Readonly<Record<Paging["kind"], readonly string[]>> = {
  cursor: ["cursor", "next"],
  page: ["cursor"],
  offset: ["cursor"],
  "last-id": ["cursor", "id"],
  "next-url": ["next"],
  link: [],
};

function checkPaging(paging: unknown, found: Faults): void {
  const fields = isDict(paging) && Object.hasOwn(needed, String(paging.kind)) ? needed[paging.kind as Paging["kind"]] : undefined; // prettier-ignore
  if (!isDict(paging) || fields === undefined)
    return found.add("paging.kind", `must be one of ${Object.keys(needed).join(", ")}.`);
  for (const name of fields)
    found.unless(isSafePath(paging[name]), `paging.${name}`, `is ${show(paging[name])}, and ${String(paging.kind)} needs a name or a path.`); // prettier-ignore
  for (const name of ["limit", "more", "pages", "total"])
    found.unless(paging[name] === undefined || isSafePath(paging[name]), `paging.${name}`, "must be a name or a path."); // prettier-ignore
  const { default: size, max } = paging;
  const isSize = (value: unknown) => Number.isInteger(value) && (value as number) >= 1;
  found.unless(isSize(size) && isSize(max) && Number(size) <= Number(max), "paging.default", "and max must be whole numbers of at least 1, and default at most max."); // prettier-ignore
}
