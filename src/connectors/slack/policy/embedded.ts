import { type Dict, isDict } from "../../../core/ground/json.ts";
import type { IsAllowed } from "../../../core/contract/policy.ts";
import { linkedIds, words } from "./linked-ids.ts";

/**
 * Returns the path of the first value that could show content of another conversation: a link to a conversation that
 * is not allowed, or a file. Every file counts, because its id does not say in which conversations the file is.
 */
export const embedded = (params: Dict, isAllowed: IsAllowed): string | undefined =>
  find(params, "", isAllowed);

function find(value: unknown, path: string, isAllowed: IsAllowed): string | undefined {
  if (typeof value === "string")
    return /(?:^|\.)(?:file_id|slack_file\.id)$/.test(path) || linksElsewhere(value, isAllowed)
      ? path
      : undefined;
  if (!isDict(value) && !Array.isArray(value)) return undefined;
  for (const [name, one] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    const found = find(one, inner, isAllowed) ?? (linksElsewhere(name, isAllowed) ? path : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

const linksElsewhere = (text: string, isAllowed: IsAllowed): boolean =>
  (text.match(words) ?? []).some((word) => linkedIds(word).some((id) => !isAllowed(id)));
