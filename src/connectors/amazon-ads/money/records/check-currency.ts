import { ConnectorError } from "../../../../core/ground/errors.ts";
import { type Dict, at, show } from "../../../../core/ground/json.ts";
import type { RecordReader } from "./record-reader.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";

/**
 * Refuses a portfolio's budget in another currency than the profile's. The amount could be much higher than it seems.
 * @throws ConnectorError `invalid_params`
 */
export async function checkCurrency(
  { itemsParam }: SpendingEntity,
  items: readonly Dict[],
  reader: RecordReader,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    const given = at(item, "budget.currencyCode");
    if (given === undefined || given === null) continue;
    const { currency, id } = await reader.account();
    if (currency === undefined || currency === given) continue;
    throw new ConnectorError(
      "invalid_params",
      `${itemsParam}[${index}].budget.currencyCode is ${show(given)}, but profile ${id} pays in ${currency}.`,
      {
        path: `params.${itemsParam}[${index}].budget.currencyCode`,
        hint: `Give the amount in ${currency}. Nothing was sent.`,
      },
    );
  }
}
