import type { CompiledAction } from "../../contract/compiled-action.ts";
import type { Result } from "../../contract/result.ts";
import type { OutputOptions } from "../../contract/tool.ts";
import { readField } from "../../ground/field-part.ts";
import { type Dict, isDict } from "../../ground/json.ts";
import { excerptsOf } from "./excerpt.ts";
import { listText } from "./list-output.ts";
import { modelRecord } from "./model-record.ts";
import { onlyChanged, withoutEcho } from "./only-changed.ts";
import { nextCalls } from "./next-call.ts";
import { changesNothing, recordText } from "./record-output.ts";
import type { ResultParts } from "./result-parts.ts";
import { writer } from "./writer.ts";

/**
 * Writes a result for a model, as valid JSON within the budget. A long list loses its last items. A long record loses
 * the ends of its longest texts and lists. The output then contains the params of calls that get the rest: `next` for
 * items, `rest` for parts of a record.
 */
export function forModel(
  compiled: CompiledAction,
  params: unknown,
  { data, meta }: Result,
  options: OutputOptions,
): string {
  const given = isDict(params) ? params : {};
  const asked =
    Array.isArray(given.fields) && given.fields.length > 0
      ? (given.fields as string[]).map(readField)
      : undefined;
  const { repeats = [] } = compiled.definition;
  const own = changesNothing(compiled)
    ? Object.fromEntries(repeats.map((name) => [name, given[name]]))
    : given;
  const out = writer(compiled, meta, options, textsIn(own));
  const parts: ResultParts = {
    compiled,
    meta,
    offsets: new Map(asked?.map(({ path, from }) => [path, from])),
    next: nextCalls(compiled, given, meta, out),
    writer: out,
  };
  if (meta.dry_run) return recordText(onlyChanged(data), parts);
  const record = modelRecord(compiled, meta, asked, given);
  if (!Array.isArray(data)) {
    const told = record(data);
    return recordText(changesNothing(compiled) ? told : withoutEcho(told, given), parts);
  }
  if (!changesNothing(compiled))
    return recordText(
      data.map((one) => record(one)),
      parts,
    );
  const items = data.map((one, index) => record(one, data[index - 1]));
  // A call that chooses fields reads whole texts.
  const excerpt = asked ? undefined : compiled.definition.excerpt?.(given);
  if (!excerpt) return listText(items, parts);
  const { items: shown, positions } = excerptsOf(items, excerpt);
  const fields = [...excerpt.ids, excerpt.field];
  return listText(shown, { ...parts, excerpts: { whole: items, positions, fields } });
}

/** Returns all texts in params. */
function textsIn(params: Dict): ReadonlySet<string> {
  const texts = new Set<string>();
  JSON.parse(JSON.stringify(params), (_name, value: unknown) => {
    if (typeof value === "string") texts.add(value);
    return value;
  });
  return texts;
}
