import type { CompiledAction } from "../../contract/compiled-action.ts";
import type { Meta } from "../../contract/result.ts";
import type { OutputOptions } from "../../contract/tool.ts";
import { type Dict, isDict } from "../../ground/json.ts";
import { type Budget, budgetOf, largestThatFits } from "./output-budget.ts";
import { cutIn, levelsOf, shortenTo } from "./shorten.ts";
import { untrustedIn } from "./untrusted.ts";

export interface Body {
  data?: unknown;
  /** How much of each cut value is shown, by the path of the value. */
  cut?: Dict;
  [name: string]: unknown;
}

export type Render = (body: Body) => string;

export interface Writer extends Budget {
  /** Writes all fields of `meta` that a model reads. */
  whole: Render;
  /** Write an output that would be too long. The first function shortens `meta`, and the second leaves `meta` out. */
  tight: readonly [Render, Render];
  /** Merges the parts into one output. Keeps the first part, and leaves out each other part that does not fit. */
  shortest(...parts: readonly Dict[]): string;
}

/** The fields of `meta` that a model reads for every connector. `whole` adds `undo` and the connector's own legends. */
const told = ["already", "repeated", "warnings", "normalized", "dry_run"];

/** `own`: texts that the model has sent. */
export function writer(
  { legend, texts }: CompiledAction,
  meta: Meta,
  options: OutputOptions,
  own: ReadonlySet<string> = new Set(),
): Writer {
  const budget = budgetOf(options);
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (meta[name] === undefined ? [] : [[name, meta[name]]])));
  const legends = pick(legend);
  const rest = pick(told);
  const undo = undoCall(meta);
  // A dry run, or what is told about a file.
  const isOurs = meta.dry_run === true || meta.content_type !== undefined;
  const json = (body: Body, said: Dict) => {
    const output = { ...body, ...said };
    const untrusted = untrustedIn(output, texts, own, isOurs);
    return JSON.stringify({ ...(untrusted.length > 0 ? { untrusted } : {}), ...output });
  };

  let shortened: { rest: Dict; undo: Dict; cut: Dict } | undefined;
  const short = () =>
    (shortened ??= {
      ...shortRest(rest, budget),
      undo: budget.fits(JSON.stringify(undo), 1 / 2) ? undo : { undo: "too long to show" },
    });
  return {
    ...budget,
    whole: (body) => json(body, { ...usedIn(legends, body.data), ...rest, ...undo }),
    tight: [
      (body) => {
        const { rest: said, undo: way, cut } = short();
        return json(withCut(body, cut), { ...usedIn(legends, body.data), ...said, ...way });
      },
      (body) => {
        const names = Object.keys({ ...legends, ...rest, ...undo });
        return json(withCut(body, names.length > 0 ? { meta: `without ${names.join(", ")}` } : {}), {});
      },
    ],
    shortest: (...parts) =>
      parts.reduce<string>((text, part) => {
        const longer = JSON.stringify({ ...(JSON.parse(text) as Dict), ...part });
        return text === "{}" || budget.fits(longer) ? longer : text;
      }, "{}"),
  };
}

/** Writes the call that undoes a write as short as possible: `{"channels.archive": {"channel": "C012AB3CD"}}`. */
const undoCall = ({ undo }: Meta): Dict =>
  undo ? { undo: { [`${undo.entity}.${undo.action}`]: undo.params } } : {};

const withCut = (body: Body, cut: Dict): Body =>
  Object.keys(cut).length > 0 ? { ...body, cut: { ...body.cut, ...cut } } : body;

/** Shortens the fields of `meta` to a third of the budget, because a result can have many warnings. */
function shortRest(rest: Dict, { fits }: Budget): { rest: Dict; cut: Dict } {
  const at = (level: number) => shortenTo(rest, level, new Map());
  const levels = levelsOf(rest);
  const small = (level: number) => fits(JSON.stringify(at(level).value), 1 / 3);
  const shortened = at(small(levels) ? levels : largestThatFits(levels, small));
  return { rest: shortened.value as Dict, cut: cutIn(shortened, "").cut ?? {} };
}

/** Removes each entry of a legend that is not in the data. A legend is a field of `meta` that explains ids or names. */
function usedIn(legends: Dict, data: unknown): Dict {
  const text = JSON.stringify(data ?? null);
  const used = (key: string) => text.includes(JSON.stringify(key).slice(1, -1));
  return Object.fromEntries(
    Object.entries(legends).flatMap(([name, legend]) => {
      if (!isDict(legend)) return [[name, legend]];
      const entries = Object.entries(legend).filter(([key, value]) => used(key) || used(String(value)));
      return entries.length > 0 ? [[name, Object.fromEntries(entries)]] : [];
    }),
  );
}
