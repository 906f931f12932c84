import type { Issue } from "../../../core/ground/errors.ts";

type Product = "sp" | "sb" | "sd";

const metricsOf: Readonly<Record<Product, readonly string[]>> = {
  sp: ["ACOS", "CTR", "CVR", "ROAS"],
  sb: ["IS", "NTB", "ROAS"],
  sd: ["ACOS", "CTR", "CVR", "ROAS"],
};

interface Condition {
  metric?: string | undefined;
  comparison?: string | undefined;
  threshold?: number | undefined;
}

/** Checks the metric of each rule. A condition that gets a metric also needs a comparison and a threshold. */
export const checkConditions = (product: Product, rules: readonly Condition[]): Issue[] =>
  rules.flatMap(({ metric, comparison, threshold }, index) => {
    if (metric === undefined) return [];
    const path = `rules[${index}]`;
    const metrics = metricsOf[product];
    const wrongMetric = { path: `${path}.metric`, message: `must be one of ${metrics.join(", ")} if product is ${product}` }; // prettier-ignore
    const wrongComparison = {
      path: `${path}.comparison`,
      message: "EQUAL_TO is allowed only if product is sp",
    };
    const incomplete = { path, message: "A condition needs metric, comparison and threshold." };
    return [
      ...(metrics.includes(metric) ? [] : [wrongMetric]),
      ...(comparison === "EQUAL_TO" && product !== "sp" ? [wrongComparison] : []),
      ...(comparison === undefined || threshold === undefined ? [incomplete] : []),
    ];
  });
