import type { Operations } from "./call.ts";
import { budgets } from "./routes/budgets.ts";
import { catalogue } from "./routes/catalogue.ts";
import { exportJobs } from "./routes/export-jobs.ts";
import { history } from "./routes/history.ts";
import { invoices } from "./routes/invoices.ts";
import { recommendations } from "./routes/recommendations.ts";
import { profiles } from "./routes/profiles.ts";
import { portfolioOperations, sponsoredProducts } from "./sp/operations.ts";
import { brandsTargeting } from "./brands/targeting.ts";
import { sponsoredDisplay } from "./display/operations.ts";
import { sponsoredBrands } from "./brands/operations.ts";
import { reports } from "./reports/operations.ts";

/** Every operation the sandbox knows. */
export const operations: Operations = {
  ...profiles,
  ...portfolioOperations,
  ...sponsoredProducts,
  ...sponsoredBrands,
  ...brandsTargeting,
  ...sponsoredDisplay,
  ...budgets,
  ...recommendations,
  ...reports,
  ...exportJobs,
  ...history,
  ...invoices,
  ...catalogue,
};

/** What can be failed beside the operations: the token and the files. */
export const TOKEN = "POST /auth/o2/token";
export const FILE = "GET file";

export const operationNames: ReadonlySet<string> = new Set([...Object.keys(operations), TOKEN, FILE]);

const patterns = Object.keys(operations).map((name) => {
  const [method = "", path = ""] = name.split(" ");
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const pattern = path.replace(/\{\w+\}/g, "([^/]+)").replaceAll(".", "\\.");
  return { name, method, names, pattern: new RegExp(`^${pattern}$`) };
});

/** The operation of a path; `known` tells whether the path exists for another verb. */
export function findOperation(
  method: string,
  path: string,
): { name: string; path: Record<string, string> } | { known: boolean } {
  const fitting = patterns.filter(({ pattern }) => pattern.test(path));
  // Of "/x/extended" and "/x/{id}" the one without braces.
  const found = fitting
    .filter((each) => each.method === method)
    .toSorted((a, b) => a.names.length - b.names.length)[0];
  if (!found) return { known: fitting.length > 0 };
  const values = found.pattern.exec(path)?.slice(1) ?? [];
  return {
    name: found.name,
    path: Object.fromEntries(
      found.names.map((name, index) => [name, decodeURIComponent(values[index] ?? "")]),
    ),
  };
}
