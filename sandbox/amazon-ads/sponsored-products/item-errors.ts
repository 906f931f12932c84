import type { Fields } from "../types.ts";

/** An error of one item. The other items of the batch can still succeed. */
export interface ItemError extends Error {
  type: string;
  reason: string;
  field: string | undefined;
  trigger: unknown;
  limits: { lowerLimit?: string; upperLimit?: string };
}

export function itemError(
  type: string,
  reason: string,
  message: string,
  more: { field?: string; trigger?: unknown; limits?: readonly [number, number] } = {},
): ItemError {
  const [lower, upper] = more.limits ?? [];
  return Object.assign(new Error(message), {
    type,
    reason,
    field: more.field,
    trigger: more.trigger,
    limits:
      lower === undefined || upper === undefined
        ? {}
        : { lowerLimit: String(lower), upperLimit: String(upper) },
  });
}

export const isItemError = (thrown: unknown): thrown is ItemError =>
  thrown instanceof Error && "reason" in thrown && "limits" in thrown;

/**
 * Converts an error to an item of the list `error` in a response with the status 207. `path`: the path of the item in
 * the request body.
 */
export function wireItemError(index: number, path: string, error: ItemError): Fields {
  const location = error.field === undefined ? path : `${path}.${error.field}`;
  return {
    index,
    errors: [
      {
        errorType: error.type,
        errorValue: {
          [error.type]: {
            reason: error.reason,
            message: error.message,
            cause: {
              location,
              ...(error.trigger === undefined ? {} : { trigger: String(error.trigger) }),
            },
            ...error.limits,
          },
        },
      },
    ],
  };
}
