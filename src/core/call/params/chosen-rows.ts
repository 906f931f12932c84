import type { CompiledAction } from "../../contract/compiled-action.ts";
import type { Written } from "../../contract/result.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { type Dict, dicts, isDict, readArray } from "../../ground/json.ts";

/** The lists of a batch's result. Each of their items has its index in the call. */
const lists = ["succeeded", "failed", "unchanged", "unknown"];

interface Chosen {
  /** The indexes of the items that people have agreed to, in ascending order. Undefined for all. */
  rows: readonly number[] | undefined;
  remote: boolean;
}

/**
 * Runs a batch with only the items that people have agreed to. The result and the error have the indexes of the whole call, and
 * the result lists the items that were left out.
 * @throws ConnectorError `invalid_params` if the call has no such items
 */
export async function withChosenRows(
  { entity, action, definition }: CompiledAction,
  params: Dict,
  { rows, remote }: Chosen,
  run: (params: Dict) => Promise<Written>,
): Promise<Written> {
  if (rows === undefined) return run(params);
  const { param, id } = definition.rows ?? { param: "" };
  const items = remote ? undefined : readArray(params[param]);
  if (
    !items ||
    rows.length === 0 ||
    rows.some((row, place) => row >= items.length || row < (rows[place - 1] ?? -1) + 1)
  )
    throw new ConnectorError("invalid_params", `${entity}.${action} has no such rows, so nothing was sent.`, {
      path: "options.decision.rows",
      hint: "Only the items of a batch can be approved one by one, and in the hosted service only at its own desk.",
    });
  const left = items.flatMap((item, index) => (rows.includes(index) ? [] : [{ index, id: idOf(item, id) }]));
  try {
    const { result, effects } = await run({ ...params, [param]: rows.map((row) => items[row]) });
    if (result.meta.dry_run) return { result, effects };
    const whole = isDict(result.data) ? result.data : {};
    const sent = lists.flatMap((name) => {
      const list = readArray(whole[name]) && dicts(whole[name]);
      return list ? [[name, list.map((item) => inCall(item, param, rows))] as const] : [];
    });
    const declined = left.map((item) => ({ ...item, reason: declinedByPerson, outcome: "not_started" }));
    return {
      result: { ...result, data: { ...whole, ...Object.fromEntries(sent), declined } },
      effects,
    };
  } catch (error) {
    throw ConnectorError.is(error) ? errorInCall(error, param, rows, left.length) : error;
  }
}

/** The reason of an item that a person has declined. */
export const declinedByPerson = "DECLINED_BY_PERSON";

const idOf = (item: unknown, field: string | undefined): string | undefined => {
  const id = typeof item === "string" ? item : isDict(item) && field !== undefined ? item[field] : undefined;
  return typeof id === "string" ? id : undefined;
};

const inCall = (item: Dict, param: string, rows: readonly number[]): Dict => ({
  ...item,
  ...(typeof item.index === "number" ? { index: rows[item.index] ?? item.index } : {}),
  ...(typeof item.argument === "string" ? { argument: pathInCall(item.argument, param, rows) } : {}),
});

/** Replaces the indexes in paths such as `orders[3].limit`. */
const pathInCall = (text: string, param: string, rows: readonly number[]): string =>
  text.replaceAll(/(\w+)\[(\d+)\]/g, (path, name: string, index: string) =>
    name === param && rows[Number(index)] !== undefined ? `${name}[${rows[Number(index)]}]` : path,
  );

function errorInCall(
  error: ConnectorError,
  param: string,
  rows: readonly number[],
  declined: number,
): ConnectorError {
  const { code, message, path, issues, ...fields } = error.toJSON();
  const own = (text: string) => pathInCall(text, param, rows);
  const others = declined === 1 ? "1 other item, which was" : `${declined} other items, which were`;
  return new ConnectorError(code, `${own(message)} A person has declined ${others} not sent.`, {
    ...fields,
    ...(path === undefined ? {} : { path: own(path) }),
    ...(issues === undefined
      ? {}
      : { issues: issues.map((issue) => ({ path: own(issue.path), message: own(issue.message) })) }),
  });
}
