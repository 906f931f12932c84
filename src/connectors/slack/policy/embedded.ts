import { type Dict, isDict } from "../../../core/ground/json.ts";
import type { Embedded, IsAllowed } from "../../../core/contract/policy.ts";
import { foreignElement } from "./foreign-element.ts";
import { foreignLink } from "./foreign-link.ts";

/**
 * Finds the first value that could show something of another conversation: a link to a conversation that is not
 * allowed, a mention of it, a file, or an element of blocks that shows a record of Slack. Every file counts, because
 * its id does not say in which conversations the file is.
 */
export const embedded = (params: Dict, isAllowed: IsAllowed): Embedded | undefined =>
  find(params, "", isAllowed);

/** The params that contain blocks. */
const blockParams = /^(?:\w*blocks|chunks|unfurls)\b/;

function find(value: unknown, path: string, isAllowed: IsAllowed): Embedded | undefined {
  if (typeof value === "string") {
    const reason = /(?:^|\.)(?:file_id|slack_file\.id)$/.test(path)
      ? "is a file, which can be in a channel outside of the allow-list"
      : foreignLink(value, isAllowed);
    return reason === undefined ? undefined : { path, reason };
  }
  if (!isDict(value) && !Array.isArray(value)) return undefined;
  if (isDict(value) && blockParams.test(path)) {
    const reason = foreignElement(value, isAllowed);
    if (reason !== undefined) return { path, reason };
  }
  for (const [name, one] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    const reason = foreignLink(name, isAllowed);
    const found = find(one, inner, isAllowed) ?? (reason === undefined ? undefined : { path, reason });
    if (found !== undefined) return found;
  }
  return undefined;
}
