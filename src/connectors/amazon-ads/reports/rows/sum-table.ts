import type { Dict } from "../../../../core/ground/json.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import { isCost } from "../types/column-kinds.ts";
import { isIdName } from "../../wire/ids-as-text.ts";
import { type Cells, cellKinds } from "./read-cells.ts";
import { createGrowingColumn } from "./growing-column.ts";
import { amountOf, dayOf, notANumber, parsed, textOf, tooManySums } from "./row-values.ts";
import { createValueCodes } from "./value-codes.ts";
import { divide } from "./ratios.ts";
import { createSumIndex } from "./sum-index.ts";
import type { RefusedColumn, SumPlan } from "./sum-plan.ts";

/**
 * The maximum memory of a table, in bytes. 500,000 sums with five metrics need 15 to 35 MB. With this limit, a service
 * can run several reports at the same time.
 */
const maxBytes = 64 * 1024 * 1024;

/** Above this number of sums, a table can drop names and states. The param `top` has the same maximum. */
const maxNamedSums = 100_000;

/** A table of sums. To save memory, typed arrays contain the numbers, and codes instead of texts. */
export interface SumTable {
  add(row: Dict): void;
  /** The columns whose cells `addCells` needs. */
  readonly columns: readonly string[];
  addCells(cells: Cells): void;
  rows(): Iterable<Dict>;
  /** Returns the first `top` sums as rows. */
  top(order: { sortBy?: string | undefined; ascending?: boolean; top: number }): Dict[];
  /** Returns the columns that are left out, with the reasons. */
  refused(): RefusedColumn[];
  readonly size: number;
}

/** `limit`: the maximum memory in bytes. */
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
  const textColumns = texts.map(() => createGrowingColumn());
  /** With one key, the code of the key is the index of the sum. */
  const codeAt = (index: number, sum: number): number =>
    keys.length === 1 && index === 0 ? sum : textColumns[index]!.get(sum);
  const sums = [...added, ...weighted, ...(count === undefined ? [] : [count])].map(() =>
    createGrowingColumn(),
  );
  const indexOf = new Map(added.map((name, index) => [name, index]));
  const sumIndex = createSumIndex(keys.length, codeAt);
  /** The latest day of each sum, such as 20260131. */
  const days = date === undefined ? undefined : createGrowingColumn();
  let size = 0;
  /** The columns of `amounts`. */
  const numeric = [...added, ...weighted.map(({ name }) => name)];
  const weights = weighted.map(({ under }) => added.indexOf(under));
  const ids = texts.map(isIdName);
  // The values of the row that is being added.
  const rowCodes = new Uint32Array(texts.length);
  const isNull = new Uint8Array(texts.length);
  /** 1 for each column of `texts` that was dropped. */
  const dropped = new Uint8Array(texts.length);
  const lost: RefusedColumn[] = [];
  const amounts = new Float64Array(numeric.length);
  /** 1 for each cost that the row that is being added lacks. */
  const lacks = new Uint8Array(numeric.length);
  /** The sums that have a row without a cost, by column. Such a sum is null. */
  const unknown = new Map(numeric.filter(isCost).map((name) => [name, new Set<number>()]));

  /** Drops the names and states to free memory for the sums. */
  const dropAttributes = () => {
    for (const [index, column] of attributes.entries()) {
      dropped[keys.length + index] = 1;
      codes[keys.length + index]!.clear();
      textColumns[keys.length + index]!.clear();
      lost.push({ column, reason: `does not fit in memory beside more than ${maxNamedSums} sums` });
    }
  };
  const checkMemory = () => {
    let { bytes } = sumIndex;
    for (const { bytes: own } of [...codes, ...textColumns, ...sums]) bytes += own;
    if (bytes > limit) throw tooManySums(size, keys);
  };

  const sumOf = (): number => {
    if (keys.length === 0) return 0;
    return keys.length === 1 ? rowCodes[0]! : sumIndex.indexOf(rowCodes);
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
  const isUnknown = (sum: number, name: string | undefined) => unknown.get(name ?? "")?.has(sum) === true;
  const ratioAt = (sum: number, name: string): number | null => {
    const ratio = ratios.find((one) => one.name === name)!;
    if (isUnknown(sum, ratio.over) || isUnknown(sum, ratio.under)) return null;
    const over =
      ratio.over === undefined
        ? sums[added.length + weighted.indexOf(ratio)]!.get(sum)
        : numberOf(sum, ratio.over);
    return divide(over, numberOf(sum, ratio.under), ratio.factor);
  };

  const rowOf = (sum: number): Dict => {
    const row: Dict = {};
    for (const [index, name] of texts.entries())
      if (dropped[index] === 0) row[name] = codes[index]!.valueAt(codeAt(index, sum));
    Object.assign(row, period);
    // Rounding removes the errors of adding decimal fractions as binary numbers.
    for (const name of metrics)
      row[name] = isUnknown(sum, name) ? null : Math.round(numberOf(sum, name) * 1e6) / 1e6;
    for (const { name } of ratios) row[name] = ratioAt(sum, name);
    if (count !== undefined) row[count] = sums.at(-1)!.get(sum);
    return row;
  };

  const compareBy = (name: string): ((one: number, other: number) => number) => {
    const text = texts.indexOf(name);
    if (text !== -1) return (one, other) => codes[text]!.compare(codeAt(text, one), codeAt(text, other));
    const valueOf =
      name === count
        ? (sum: number) => sums.at(-1)!.get(sum)
        : indexOf.has(name)
          ? (sum: number) => (isUnknown(sum, name) ? -Number.MAX_VALUE : numberOf(sum, name))
          : (sum: number) => ratioAt(sum, name) ?? -Number.MAX_VALUE;
    return (one, other) => valueOf(one) - valueOf(other);
  };

  /** Adds the row in `rowCodes` and `amounts`. */
  const addRow = (day: number): void => {
    const sum = sumOf();
    const isNew = sum === size;
    if (isNew) {
      for (let index = keys.length === 1 ? 1 : 0; index < texts.length; index++)
        if (dropped[index] === 0) textColumns[index]!.set(sum, rowCodes[index]!);
      if (size === maxNamedSums && plan.canDropAttributes === true) dropAttributes();
      if (++size % 1024 === 0) checkMemory();
    } else {
      if (currency) checkCurrency(sum);
      // The rows of a daily report are in no order, so an older day must not replace a name of a newer day.
      if (days === undefined || day >= days.get(sum))
        for (let index = keys.length; index < texts.length; index++)
          if (isNull[index] === 0 && dropped[index] === 0) textColumns[index]!.set(sum, rowCodes[index]!);
    }
    if (days && (isNew || day > days.get(sum))) days.set(sum, day);
    for (let index = 0; index < lacks.length; index++)
      if (lacks[index] === 1) unknown.get(numeric[index]!)?.add(sum);
    for (let index = 0; index < sums.length; index++) {
      const amount =
        index < added.length
          ? amounts[index]!
          : index < numeric.length
            ? amounts[index]! * amounts[weights[index - added.length]!]!
            : 1;
      if (isNew) sums[index]!.set(sum, amount);
      else sums[index]!.add(sum, amount);
    }
  };

  return {
    add(row) {
      for (let index = 0; index < texts.length; index++) {
        if (dropped[index] === 1) continue;
        const value = row[texts[index]!];
        isNull[index] = value === null || value === undefined ? 1 : 0;
        rowCodes[index] = codes[index]!.codeOf(value);
      }
      for (let index = 0; index < numeric.length; index++) {
        amounts[index] = amountOf(row, numeric[index]!);
        lacks[index] = (row[numeric[index]!] ?? null) === null ? 1 : 0;
      }
      addRow(days === undefined ? 0 : dayOf(row[date!]));
    },
    columns: [...texts, ...numeric, ...(date === undefined ? [] : [date])],
    addCells({ bytes, kinds, starts, ends, numbers }) {
      for (let index = 0; index < texts.length; index++) {
        if (dropped[index] === 1) continue;
        const kind = kinds[index]!;
        isNull[index] = kind === cellKinds.none ? 1 : 0;
        rowCodes[index] =
          kind === cellKinds.text || (kind === cellKinds.number && ids[index])
            ? codes[index]!.codeOfBytes(bytes, starts[index]!, ends[index]!)
            : codes[index]!.codeOf(
                kind === cellKinds.none ? null : parsed(bytes.subarray(starts[index], ends[index])),
              );
      }
      for (let index = 0; index < numeric.length; index++) {
        const column = texts.length + index;
        if (kinds[column]! > cellKinds.number) throw notANumber(numeric[index]!);
        amounts[index] = kinds[column] === cellKinds.number ? numbers[column]! : 0;
        lacks[index] = kinds[column] === cellKinds.number ? 0 : 1;
      }
      const last = texts.length + numeric.length;
      addRow(days === undefined ? 0 : dayOf(textOf(bytes.subarray(starts[last], ends[last]))));
    },
    *rows() {
      for (let sum = 0; sum < size; sum++) yield rowOf(sum);
    },
    top({ sortBy, ascending = false, top }) {
      if (sortBy === undefined) return Array.from({ length: Math.min(top, size) }, (_, sum) => rowOf(sum));
      const compare = compareBy(sortBy);
      let best: number[] = [];
      const keepBest = () => {
        best.sort((one, other) => (ascending ? compare(one, other) : compare(other, one)) || one - other);
        best = best.slice(0, top);
      };
      for (let sum = 0; sum < size; sum++) {
        best.push(sum);
        // At most twice the requested number of sums, plus 1,000, stay in `best`.
        if (best.length >= top * 2 + 1000) keepBest();
      }
      keepBest();
      return best.map(rowOf);
    },
    refused: () => [...plan.refused, ...lost],
    get size() {
      return size;
    },
  };
}
