/** Returns the value below which the fraction `part` of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the lower and the upper quartile. */
export const quartiles = (values: readonly number[]): [number, number] => [
  quantile(values, 0.25),
  quantile(values, 0.75),
];

/**
 * The largest allowed ratio or value. `same` is for two runs of one program: the larger value divided by the smaller
 * value.
 */
export type Bar = { ratio: number } | { value: number } | { same: number };

/** One value per round, and the values of the rival in the same rounds. */
export interface Samples {
  name: string;
  against?: string | undefined;
  unit: string;
  ours: readonly number[];
  rival?: readonly number[] | undefined;
  bar?: Bar | undefined;
}

/** `ratio`: the median of the ratios of all rounds. `spread`: the quartiles of these ratios. */
export interface Row {
  name: string;
  against: string | null;
  unit: string;
  ours: number;
  rival: number | null;
  ratio: number | null;
  spread: [number, number] | null;
  bar: number | null;
  pass: boolean | null;
}

export function summarise({ name, against, unit, ours, rival, bar }: Samples): Row {
  const ratios = rival && ours.map((value, round) => value / rival[round]!);
  const row = {
    name,
    against: against ?? null,
    unit,
    ours: median(ours),
    rival: rival ? median(rival) : null,
    ratio: ratios ? median(ratios) : null,
    spread: ratios ? quartiles(ratios) : null,
  };
  if (bar === undefined) return { ...row, bar: null, pass: null };
  if ("same" in bar) return { ...row, bar: bar.same, pass: Math.max(row.ratio!, 1 / row.ratio!) <= bar.same };
  if ("value" in bar) return { ...row, bar: bar.value, pass: row.ours <= bar.value };
  return { ...row, bar: bar.ratio, pass: row.ratio! <= bar.ratio };
}
