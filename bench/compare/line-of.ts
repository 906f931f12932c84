import type { Row } from "./ratios.ts";

const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

export function lineOf({ name, against, unit, ours, rival, ratio, spread, bar, pass }: Row): string {
  const cells = [
    name.padEnd(30),
    (against === null ? "" : `against ${against}`).padEnd(24),
    `${number(ours)}${rival === null ? "" : ` / ${number(rival)}`} ${unit}`.padEnd(20),
    (ratio === null ? "" : `${ratio.toFixed(2)}x [${spread!.map((one) => one.toFixed(2)).join("-")}]`).padEnd(
      20,
    ),
    pass === null ? "" : `bar ${bar} ${pass ? "ok" : "MISSED"}`,
  ];
  return cells.join("  ").trimEnd();
}
