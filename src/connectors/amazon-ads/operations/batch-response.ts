import { type Dict, isDict } from "../../../core/ground/json.ts";

export interface BatchItems {
  successes: Dict[];
  errors: Dict[];
}

/**
 * Reads a response with the status 207 or 200. The body is a list in which each item has a code, or has one list of
 * successes and one list of errors. These two lists can be inside `body[key]`. Responses about rules have the list in
 * the field `responses`.
 */
export function batchItems(body: unknown, key: string): BatchItems {
  const dicts = (value: unknown) => (Array.isArray(value) ? value.filter(isDict) : []);
  const list = Array.isArray(body) ? body : isDict(body) ? body.responses : undefined;
  if (Array.isArray(list)) {
    const all = dicts(list).map((one, index) => ({ index, ...one }) as Dict);
    const isSuccess = (one: Dict) => /^(success|ok|200)$/i.test(String(one.code));
    return { successes: all.filter(isSuccess), errors: all.filter((one) => !isSuccess(one)) };
  }
  const found = isDict(body) ? (isDict(body[key]) ? body[key] : body) : {};
  // The targets of Sponsored Brands have lists such as `createTargetSuccessResults`.
  const listsOf = (name: RegExp) =>
    Object.keys(found).flatMap((list) => (name.test(list) ? dicts(found[list]) : []));
  return { successes: listsOf(/^success$|SuccessResults$/), errors: listsOf(/^error$|ErrorResults$/) };
}

/**
 * Returns whether a response proves that Amazon changed nothing: every item was refused, and none failed because of a
 * fault at Amazon.
 */
export function isRefusedBatch(body: unknown, key: string): boolean {
  const { successes, errors } = batchItems(body, key);
  return successes.length === 0 && errors.length > 0 && !errors.some(isFault);
}

/** After a fault at Amazon, it is unknown whether Amazon has changed the item. */
const isFault = (error: Dict): boolean =>
  /internal|server_?error|timeout|"5\d\d"/i.test(JSON.stringify(error));
