import { ConnectorError } from "../ground/errors.ts";
import { indexRanges } from "./index-ranges.ts";

/**
 * Adds to an error which items of a batch are refused, and which items can be sent alone. Changes nothing if all or
 * none of the items are refused. `refused`: the indexes of the refused items. `count`: the number of all items.
 */
export function nameItems(error: ConnectorError, refused: readonly number[], count: number): ConnectorError {
  const all = Array.from({ length: count }, (_, index) => index);
  const isRefused = (index: number) => refused.includes(index);
  const others = all.filter((index) => !isRefused(index));
  if (others.length === 0 || others.length === count) return error;
  const { code, message, ...fields } = error.toJSON();
  return new ConnectorError(
    code,
    `${message} This concerns the items ${indexRanges(all.filter(isRefused))}.`,
    {
      ...fields,
      hint: `The items ${indexRanges(others)} are allowed: send them alone. ${error.hint ?? ""}`.trim(),
    },
  );
}
