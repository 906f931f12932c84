import type { RunResult } from "../../../core/contract/run-context.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { idsInMarkdown } from "../canvases/canvas-view.ts";
import type { NameCache } from "./ids-to-names.ts";

/**
 * Adds people's names to a result that contains no messages, such as a list of channel members. `meta.names`: the name
 * for each id. `meta.ids`: the id for each name that only one id has.
 */
export async function addPeople(
  { data, meta }: RunResult,
  params: Dict,
  nameCache: NameCache,
  signal: AbortSignal | undefined,
): Promise<RunResult> {
  const mentioned = isDict(data) && typeof data.markdown === "string" ? idsInMarkdown(data.markdown) : [];
  const people = [...new Set([...[data, params].flatMap((part) => peopleIn(part)), ...mentioned])];
  if (people.length === 0) return { data, meta };
  const names = await nameCache.namesOf(people, signal);
  const counts = new Map<string, number>();
  for (const name of Object.values(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const ids = Object.fromEntries(
    Object.entries(names).flatMap(([id, name]) => (counts.get(name) === 1 ? [[name, id]] : [])),
  );
  return {
    data,
    meta: {
      ...meta,
      ...(Object.keys(names).length > 0 ? { names } : {}),
      ...(Object.keys(ids).length > 0 ? { ids } : {}),
    },
  };
}

/** The fields that contain the id of a person, or a list of such ids. */
const fields = ["user", "users"];

/** Returns the ids of people in a record, in a list of records or in a list of ids. */
const peopleIn = (part: unknown): string[] =>
  (Array.isArray(part) ? part : [part]).flatMap((one) =>
    isDict(one) ? fields.flatMap((field) => [one[field]].flat().filter(isPerson)) : [one].filter(isPerson),
  );

const isPerson = (value: unknown): value is string =>
  typeof value === "string" && /^[UW][A-Z0-9]{2,20}$/.test(value);
