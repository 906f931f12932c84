import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";

export interface BatchItems {
  successes: Dict[];
  errors: Dict[];
}

/**
 * Reads the response to a batch. Some responses have one list, in which each item has a code. This list is the body or
 * its field `responses`. Other responses have a list of successes and a list of errors, in the body or in `body[key]`.
 */
export function batchItems(body: unknown, key: string): BatchItems {
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
 * Returns whether a response proves that Amazon changed nothing: Amazon refused every item, and no item failed because
 * of a fault at Amazon.
 */
export function isRefusedBatch(body: unknown, key: string): boolean {
  const { successes, errors } = batchItems(body, key);
  return successes.length === 0 && errors.length > 0 && !errors.some(isFault);
}

/** Returns whether an item failed because of a fault at Amazon. Such an item may have changed. */
export const isFault = (error: Dict): boolean =>
  /internal|server_?error|timeout|"5\d\d"/i.test(JSON.stringify(error));
