import { at, dicts, stringAt } from "../../../core/ground/json.ts";
import { oneLine } from "../text/one-line.ts";

/**
 * Returns the labels of a channel's canvases, by canvas id. In Slack's older responses, the field `canvas` contains a
 * canvas without a label.
 */
export function canvasesIn(properties: unknown): Map<string, string> {
  const tabs = at(properties, "tabs");
  const own = stringAt(properties, "canvas.file_id");
  return new Map([
    ...(own === undefined ? [] : [[own, ""] as const]),
    ...dicts(tabs).flatMap((tab) => {
      const id = stringAt(tab, "data.file_id");
      const isOne = id !== undefined && String(tab.type).endsWith("canvas");
      return isOne ? [[id, oneLine(stringAt(tab, "label") ?? "")] as const] : [];
    }),
  ]);
}

/** Lists at most 20 canvases on one line, such as `F012AB3CD (Plan), F045EF6GH`. */
export const canvasLabels = (
  canvases: ReadonlyMap<string, string>,
  shown = (label: string): string => label,
): string =>
  [...canvases]
    .slice(0, 20)
    .map(([id, label]) => (label === "" ? id : `${id} (${shown(label)})`))
    .join(", ");
