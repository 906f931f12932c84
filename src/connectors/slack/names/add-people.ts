import type { EnrichedCall } from "../../../core/contract/client.ts";
import type { RunResult } from "../../../core/contract/run-context.ts";
import { isDict } from "../../../core/ground/json.ts";
import { idsInMarkdown } from "../canvases/canvas-view.ts";
import { clearIds, nonEmpty, withWarning } from "./clear-ids.ts";
import type { NameCache } from "./ids-to-names.ts";

/**
 * Adds people's names to a result that contains no messages, such as a list of channel members. `meta.names`: the name
 * for each id. `meta.ids`: the id for each name. If several people have a name, its key in `meta.ids` contains the id.
 */
export async function addPeople(
  { data, meta }: RunResult,
  call: EnrichedCall,
  nameCache: NameCache,
): Promise<RunResult> {
  const chosen = call.fields && new Set(call.fields.map((field) => field.split(".")[0]));
  const isShown = (...names: string[]) => chosen === undefined || names.some((name) => chosen.has(name));
  const markdown = isDict(data) && typeof data.markdown === "string" ? idsInMarkdown(data.markdown) : [];
  const people = [data, call.params].flatMap((part) => peopleIn(part));
  const ids = [...people, ...markdown];
  if (ids.length === 0) return { data, meta };
  // A list of ids has no fields.
  const wanted = [
    ...(isShown(...idFields) || !isDict([data].flat()[0]) ? people : []),
    ...(isShown("markdown") ? markdown : []),
  ];
  const { names, warning } = await nameCache.namesOf(ids, wanted, call);
  const shown = Object.entries(names).map(([id, name]) => ({ id, name }));
  const unclear = new Set(clearIds([shown], nameCache).unclear);
  const idsOfNames = shown.map(({ id, name }) => [unclear.has(id) ? `${name} (${id})` : name, id] as const);
  return {
    data,
    meta: { ...withWarning(meta, warning), ...nonEmpty({ names, ids: Object.fromEntries(idsOfNames) }) },
  };
}

/** The fields that contain the id of a person, or a list of such ids. */
const idFields = ["user", "users"];

/** Returns the ids of people in a record, in a list of records or in a list of ids. */
const peopleIn = (part: unknown): string[] =>
  (Array.isArray(part) ? part : [part]).flatMap((one) =>
    isDict(one) ? idFields.flatMap((field) => [one[field]].flat().filter(isPerson)) : [one].filter(isPerson),
  );

const isPerson = (value: unknown): value is string =>
  typeof value === "string" && /^[UW][A-Z0-9]{2,20}$/.test(value);
