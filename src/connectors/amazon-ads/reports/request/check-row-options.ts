import type { Issue } from "../../../../core/ground/errors.ts";
import { kindOf } from "../types/column-kinds.ts";
import type { Condition } from "../rows/filter-rows.ts";
import type { RowOptions } from "../rows/shape-rows.ts";
import type { SumPlan } from "../rows/sum-plan.ts";

type RowParams = Partial<RowOptions>;

interface NamedColumn {
  path: string;
  name: string;
}

const namesIn = (param: "where" | "having", conditions: readonly Condition[] = []): NamedColumn[] =>
  conditions.map(({ column }, index) => ({ path: `${param}[${index}].column`, name: column }));

/** Returns the columns in `sumBy`, `where`, `having` and `sortBy`, with their paths. */
export const namesInRowOptions = ({ sumBy = [], where, having, sortBy }: RowParams): NamedColumn[] => [
  ...sumBy.map((name, index) => ({ path: `sumBy[${index}]`, name })),
  ...namesIn("where", where),
  ...namesIn("having", having),
  ...(sortBy === undefined ? [] : [{ path: "sortBy", name: sortBy }]),
];

/** Checks the columns in the params. `available`: the columns of the rows. `sums`: the plan for `sumBy`. */
export function checkRowOptions(
  { sumBy = [], where = [], having = [], sortBy }: RowParams,
  available: ReadonlySet<string>,
  sums: SumPlan | undefined,
): Issue[] {
  const ofSums = new Set(
    sums && [...sums.keys, ...sums.metrics, ...sums.attributes, ...sums.ratios.map(({ name }) => name)],
  );
  const missing = (names: readonly NamedColumn[], known: ReadonlySet<string>, problem: string): Issue[] =>
    names.flatMap(({ path, name }) => (known.has(name) ? [] : [{ path, message: `${name} ${problem}` }]));
  return [
    ...missing(namesInRowOptions({ sumBy, where }), available, "is not among the columns of the report"),
    ...sumBy.flatMap((name, index) =>
      isNumeric(name)
        ? [{ path: `sumBy[${index}]`, message: `${name} is added up, so rows cannot be grouped by it` }]
        : [],
    ),
    ...(sums
      ? missing(
          namesInRowOptions({ having, sortBy }),
          ofSums,
          "is not a column of the sums; add it to columns, or to sumBy",
        )
      : [
          ...(having.length > 0
            ? [{ path: "having", message: "filters sums: pass sumBy too, or use where" }]
            : []),
          ...missing(namesInRowOptions({ sortBy }), available, "is not among the columns of the report"),
        ]),
    ...checkValues("where", where),
    ...checkValues("having", having),
  ];
}

const isNumeric = (name: string): boolean =>
  ["metric", "ratio", "unique", "modelled"].includes(kindOf(name) ?? "") || /^(acos|roas)/.test(name);

/** Refuses a text as the value for a column of numbers, and a whole number that is too large to be exact. */
export const checkValues = (param: "where" | "having", conditions: readonly Condition[]): Issue[] =>
  conditions.flatMap(({ column, is, value }, index) => {
    const path = `${param}[${index}].value`;
    if (typeof value === "number")
      return Number.isInteger(value) && !Number.isSafeInteger(value)
        ? [
            {
              path,
              message: `${value} has lost digits, because it is too large for a number: pass it as text`,
            },
          ]
        : [];
    if (!isNumeric(column)) return [];
    return is === "contains"
      ? [{ path: `${param}[${index}].is`, message: `${column} is a number, so it contains no text` }]
      : [
          {
            path,
            message: `${column} is a number: pass a number instead of the text "${value.slice(0, 60)}"`,
          },
        ];
  });
