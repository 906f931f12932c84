import type { Dict } from "../../../core/ground/json.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { createGrowingColumn } from "./growing-column.ts";
import { createValueCodes } from "./value-codes.ts";
import { divide } from "./ratios.ts";
import type { SumPlan } from "./sum-plan.ts";

/**
 * The maximum memory of the sums, in bytes. 500,000 sums with five metrics need about 40 MB. The limit keeps a service
 * with several reports at the same time within its memory.
 */
const maxBytes = 64 * 1024 * 1024;

/** A table of sums. Numbers and codes of texts are in typed arrays, so that 500,000 sums fit in little memory. */
export interface SumTable {
  add(row: Dict): void;
  /** Returns the sums as rows. `sortBy` is a column, and `top` is the number of rows. */
  rows(order?: SumOrder): Iterable<Dict>;
  readonly size: number;
}

export interface SumOrder {
  sortBy?: string | undefined;
  ascending?: boolean | undefined;
}

/** `limit`: the maximum memory, in bytes. */
export function createSumTable(plan: SumPlan, limit = maxBytes): SumTable {
  const { keys, metrics, ratios, attributes, currency, period, count, date } = plan;
  const weighted = ratios.filter(({ over }) => over === undefined);
  const added = [
    ...new Set([
      ...metrics,
      ...ratios.flatMap(({ over, under }) => (over === undefined ? [under] : [over, under])),
    ]),
  ];
  const texts = [...keys, ...attributes, ...(currency ? [currency.column] : [])];
  const codes = texts.map(() => createValueCodes());
  const textColumns = texts.map(() => createGrowingColumn(Uint32Array));
  const sums = [...added, ...weighted, ...(count === undefined ? [] : [count])].map(() =>
    createGrowingColumn(Float64Array),
  );
  const indexOf = new Map(added.map((name, index) => [name, index]));
  /** A hash table of sums plus 1, by the codes of their keys. Not needed for one key, whose code is the sum's number. */
  let table = new Int32Array(128);
  /** The latest day of each sum, such as 20260131. */
  const days = date === undefined ? undefined : createGrowingColumn(Uint32Array);
  let size = 0;
  const rowCodes = new Uint32Array(texts.length);

  const hashRow = (codeAt: (key: number) => number) => {
    let hash = 0x811c9dc5;
    for (let key = 0; key < keys.length; key++)
      hash = Math.imul(hash ^ codeAt(key), 0x01000193) ^ (hash >>> 13);
    return hash ^ (hash >>> 16);
  };
  const growTable = () => {
    table = new Int32Array(table.length * 2);
    for (let sum = 0; sum < size; sum++) {
      let place = hashRow((key) => textColumns[key]!.get(sum)) & (table.length - 1);
      while (table[place] !== 0) place = (place + 1) & (table.length - 1);
      table[place] = sum + 1;
    }
  };
  const checkMemory = () => {
    let bytes = table.byteLength;
    for (const { bytes: own } of [...codes, ...textColumns, ...sums]) bytes += own;
    if (bytes > limit) throw tooManySums(size, keys);
  };

  /** Returns the number of the sum that the row belongs to. */
  const sumOf = (): number => {
    if (keys.length === 0) return 0;
    if (keys.length === 1) return rowCodes[0]!;
    let place = hashRow((key) => rowCodes[key]!) & (table.length - 1);
    for (; table[place] !== 0; place = (place + 1) & (table.length - 1)) {
      const sum = table[place]! - 1;
      let key = 0;
      while (key < keys.length && textColumns[key]!.get(sum) === rowCodes[key]) key++;
      if (key === keys.length) return sum;
    }
    table[place] = size + 1;
    return size;
  };

  const checkCurrency = (sum: number) => {
    const at = texts.length - 1;
    const [known, code] = [textColumns[at]!.get(sum), rowCodes[at]!];
    if (!currency || known === code) return;
    const [one, other] = [codes[at]!.valueAt(known), codes[at]!.valueAt(code)];
    if (one === null || other === null) return;
    throw new ConnectorError(
      "invalid_params",
      `Amounts in ${String(one)} and ${String(other)} cannot be added up: ${currency.money.join(", ")}.`,
      { path: "params.sumBy", hint: `Add ${currency.column} to sumBy, or request other columns.` },
    );
  };

  const numberOf = (sum: number, name: string): number => sums[indexOf.get(name)!]!.get(sum);
  const ratioOf = (sum: number, name: string): number | null => {
    const ratio = ratios.find((one) => one.name === name)!;
    const over =
      ratio.over === undefined
        ? sums[added.length + weighted.indexOf(ratio)]!.get(sum)
        : numberOf(sum, ratio.over);
    return divide(over, numberOf(sum, ratio.under), ratio.factor);
  };

  const rowOf = (sum: number): Dict => {
    const row: Dict = {};
    for (const [index, name] of texts.entries())
      row[name] = codes[index]!.valueAt(textColumns[index]!.get(sum));
    Object.assign(row, period);
    // Rounding removes the errors of adding decimal fractions as binary numbers.
    for (const name of metrics) row[name] = Math.round(numberOf(sum, name) * 1e6) / 1e6;
    for (const { name } of ratios) row[name] = ratioOf(sum, name);
    if (count !== undefined) row[count] = sums.at(-1)!.get(sum);
    return row;
  };

  const compareBy = (name: string): ((one: number, other: number) => number) => {
    const text = texts.indexOf(name);
    if (text !== -1)
      return (one, other) => codes[text]!.compare(textColumns[text]!.get(one), textColumns[text]!.get(other));
    const valueOf =
      name === count
        ? (sum: number) => sums.at(-1)!.get(sum)
        : indexOf.has(name)
          ? (sum: number) => numberOf(sum, name)
          : (sum: number) => ratioOf(sum, name) ?? -Infinity;
    const values = Float64Array.from({ length: size }, (_, sum) => valueOf(sum));
    return (one, other) => values[one]! - values[other]!;
  };

  return {
    add(row) {
      for (let index = 0; index < texts.length; index++)
        rowCodes[index] = codes[index]!.codeOf(row[texts[index]!]);
      const sum = sumOf();
      const day = days === undefined ? 0 : Number(String(row["date"]).replaceAll("-", ""));
      const isNew = sum === size;
      if (isNew) {
        for (let index = 0; index < texts.length; index++) textColumns[index]!.set(sum, rowCodes[index]!);
        if (++size % 1024 === 0) checkMemory();
        if (keys.length > 1 && size > table.length * 0.6) growTable();
      } else {
        if (currency) checkCurrency(sum);
        // The rows of a daily report are in no order, so an older day must not replace a name of a newer day.
        if (days === undefined || day >= days.get(sum))
          for (let index = keys.length; index < texts.length; index++)
            if (row[texts[index]!] !== null) textColumns[index]!.set(sum, rowCodes[index]!);
      }
      if (days && (isNew || day > days.get(sum))) days.set(sum, day);
      const add = (index: number, amount: number) =>
        sums[index]!.set(sum, isNew ? amount : sums[index]!.get(sum) + amount);
      for (let index = 0; index < added.length; index++) add(index, amountOf(row, added[index]!));
      for (let index = 0; index < weighted.length; index++) {
        const { name, under } = weighted[index]!;
        add(added.length + index, amountOf(row, name) * amountOf(row, under));
      }
      if (count !== undefined) add(sums.length - 1, 1);
    },
    *rows({ sortBy, ascending = false } = {}) {
      const order = Uint32Array.from({ length: size }, (_, sum) => sum);
      if (sortBy !== undefined) {
        const compare = compareBy(sortBy);
        order.sort((one, other) => (ascending ? compare(one, other) : compare(other, one)) || one - other);
      }
      for (const sum of order) yield rowOf(sum);
    },
    get size() {
      return size;
    },
  };
}

/** @throws ConnectorError `upstream_invalid_response` if the value of a metric is not a number */
function amountOf(row: Dict, name: string): number {
  const value = row[name];
  if (typeof value === "number") return value;
  if (value === null || value === undefined) return 0;
  throw new ConnectorError("upstream_invalid_response", `The column ${name} of the report is not a number.`, {
    hint: "Request the report without this column, or without sumBy.",
    retryable: false,
  });
}

const tooManySums = (size: number, keys: readonly string[]) =>
  new ConnectorError(
    "upstream_response_too_large",
    `The report has more than ${size} different values of ${keys.join(", ")}, which do not fit in memory.`,
    {
      hint: "Pass sumBy with fewer columns, or where, or request fewer days. Code can read all rows with reportRows.",
      retryable: false,
    },
  );
