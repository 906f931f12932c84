import { ConnectorError } from "../ground/errors.ts";
import type { Judgement } from "../contract/judgement.ts";
import { itemsText, sendAlone } from "./index-ranges.ts";

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
  return new ConnectorError(code, `${message} This concerns ${itemsText(all.filter(isRefused))}.`, {
    ...fields,
    hint: `${sendAlone(others, "allowed")} ${error.hint ?? ""}`.trim(),
  });
}

/** The maximum number of reasons in a message. */
const shown = 3;

/**
 * Adds to an error why the refused items of a call raise spending, and which items are refused. `refused`: the indexes of
 * the refused items. Empty if the call has no items.
 */
export function explained(
  error: ConnectorError,
  { reasons = [], items = [], advice }: Judgement,
  refused: readonly number[],
): ConnectorError {
  const texts = reasons.flatMap((text, index) =>
    text !== undefined && (items.length === 0 || refused.includes(index)) ? [text] : [],
  );
  const more = texts.length > shown ? [`And ${texts.length - shown} more.`] : [];
  const { code, message, hint, ...fields } = error.toJSON();
  const detailed = new ConnectorError(code, [message, ...texts.slice(0, shown), ...more].join(" "), {
    ...fields,
    hint: advice === undefined ? hint : `${hint ?? ""} ${advice}`.trim(),
  });
  return advice === undefined ? nameItems(detailed, refused, items.length) : detailed;
}
