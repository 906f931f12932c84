import { type Dict, isDict } from "../../ground/json.ts";

/**
 * Removes the fields of a write's result that only repeat the params: the fields with the value of the param of the
 * same name, and the texts that are the value of any param.
 */
export function withoutEcho(told: unknown, params: Dict): unknown {
  if (!isDict(told)) return told;
  const texts = new Set(Object.values(params).filter((value) => typeof value === "string"));
  return Object.fromEntries(
    Object.entries(told).filter(([name, value]) => {
      const repeats = Object.hasOwn(params, name) && JSON.stringify(params[name]) === JSON.stringify(value);
      return !repeats && !(typeof value === "string" && texts.has(value));
    }),
  );
}

/** Removes the fields of a dry run's `before` and `after` that the call does not change, and the exposure of each item. */
export function onlyChanged(data: unknown): unknown {
  if (!isDict(data)) return data;
  const { before, after, ...others } = data;
  if (isDict(others.exposure)) {
    const { rows: _rows, ...whole } = others.exposure;
    others.exposure = whole;
  }
  if (before === undefined || after === undefined) return { ...data, ...others };
  return { ...others, before: differing(before, after), after: differing(after, before) };
}

function differing(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(other) && value.length === other.length)
    return value.map((one, index) => differing(one, other[index]));
  if (!isDict(value) || !isDict(other)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, one]) => JSON.stringify(one) !== JSON.stringify(other[name])),
  );
}
