import { type Dict, dicts, isDict, stringAt } from "../../../core/ground/json.ts";
import type { Renderer } from "./markup-to-text.ts";

/** Returns the preview of a Slack list in an attachment: a line with the title, and one line per cell. */
export function listLines({ list, list_record, list_records }: Dict, renderer: Renderer): string[] {
  const title = isDict(list) ? (stringAt(list, "title") ?? stringAt(list, "name")) : undefined;
  const records = [list_record, list_records].flat().filter(isDict);
  const cells = records.flatMap((one) => cellsOf(isDict(one.record) ? one.record : one));
  return [
    title === undefined ? "" : renderer.literal(title),
    ...cells.map((cell) => cellText(cell, renderer)),
  ].filter((line) => line !== "");
}

const cellsOf = ({ fields }: Dict): Dict[] => dicts(fields);

/** Returns the text of a cell. Only a cell of rich text has the field `text`. */
function cellText({ text, value }: Dict, renderer: Renderer): string {
  if (typeof text === "string") return renderer.mrkdwn(text);
  return typeof value === "string" || typeof value === "number" ? renderer.literal(String(value)) : "";
}
