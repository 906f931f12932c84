import type { CompiledAction } from "../../contract/compiled-action.ts";
import { strongest } from "../../contract/effect.ts";
import { isDict } from "../../ground/json.ts";
import { largestThatFits } from "./output-budget.ts";
import type { ResultParts } from "./result-parts.ts";
import { briefly, cutIn, levelsOf, shortenTo } from "./shorten.ts";
import { withTables } from "./table.ts";
import type { Body, Render } from "./writer.ts";

/**
 * Writes one record, or the result of a write or a dry run. A long result is cut inside its longest texts and lists.
 */
export function recordText(record: unknown, parts: ResultParts): string {
  const { compiled, meta, offsets, next, writer } = parts;
  const { fits, whole, tight } = writer;
  const reads = changesNothing(compiled);
  const { value, omitted } = reads || meta.dry_run ? { value: record, omitted: undefined } : briefly(record);
  const levels = levelsOf(value);
  const written = meta.dry_run ? "The real call sends everything." : done;

  const body = (level: number, readsOn = true): Body | undefined => {
    const shortened = shortenTo(value, level, offsets);
    const cut = shortened.cuts.length + shortened.missing.length > 0;
    const rest = reads && readsOn ? next.parts(shortened) : undefined;
    if (reads && readsOn && cut && !rest) return undefined;
    return {
      data: withTables(shortened.value),
      ...cutIn(shortened, "data", omitted),
      ...(rest ? { rest } : {}),
      ...(reads ? next.hint({ rest, items: false, cut }) : { hint: written }),
    };
  };
  const fullest = (render: Render, readsOn: boolean) => {
    const text = (level: number) => {
      const made = body(level, readsOn);
      return made && render(made);
    };
    const shows = (level: number) => {
      const made = text(level);
      return made !== undefined && fits(made);
    };
    return shows(0) ? text(largestThatFits(levels, shows)) : undefined;
  };
  const tables = withTables(record);
  // A write without a result that the model does not know is only said to be done.
  if (!reads && !meta.dry_run && isDict(record) && Object.keys(record).length === 0) {
    const text = whole({ done: true });
    if (fits(text)) return text;
  }
  const forms = [
    // A model copies lists of a record, such as the parts of a target, into params. Therefore, they become tables only
    // if the record is too long.
    () => whole({ data: !meta.dry_run && (compiled.definition.view || !reads) ? tables : record }),
    () => whole({ data: tables }),
    () => whole(body(levels)!),
    () => tight[0]({ data: tables, ...(reads ? {} : { hint: written }) }),
  ];
  for (const form of forms) {
    const text = form();
    if (fits(text)) return text;
  }
  return (
    fullest(tight[0], true) ??
    fullest(tight[1], true) ??
    fullest(tight[0], false) ??
    fullest(tight[1], false) ??
    writer.shortest(reads ? { cut: "the result" } : { done: !meta.dry_run, cut: "the result" }, {
      hint: reads ? "Too long: ask for fewer fields." : written,
    })
  );
}

export const changesNothing = ({ definition }: CompiledAction): boolean =>
  strongest(definition.effect) === "read";

/** The hint for the cut result of a write. A second call would do the write twice. */
const done = "Done: do not call again. A list or get action reads the rest.";
