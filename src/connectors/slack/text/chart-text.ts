import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import type { Renderer } from "./markup-to-text.ts";

/**
 * Returns the labels of the axes, and one line per series or segment.
 * https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block
 */
export function chartLines(chart: unknown, { literal }: Renderer): string[] {
  if (!isDict(chart)) return [];
  const text = (value: unknown) =>
    typeof value === "string" ? literal(value) : typeof value === "number" ? String(value) : "";
  const pair = ({ label, value }: Dict) => joined([text(label), text(value)], ": ");
  const axis = isDict(chart.axis_config) ? chart.axis_config : {};
  const series = dicts(chart.series);
  const labels = new Set(series.flatMap(({ data }) => dicts(data).map(({ label }) => text(label))));
  const categories = (Array.isArray(axis.categories) ? axis.categories : [])
    .map(text)
    // If a category is the label of a value, the line of a series already contains it.
    .filter((category) => !labels.has(category));
  return [
    joined([text(axis.x_label), text(axis.y_label)], " / "),
    joined(categories, ", "),
    ...dicts(chart.segments).map(pair),
    ...series.map(({ name, data }) => joined([text(name), joined(dicts(data).map(pair), ", ")], " — ")),
  ].filter((line) => line !== "");
}

const joined = (parts: readonly string[], by: string): string => parts.filter((part) => part !== "").join(by);
