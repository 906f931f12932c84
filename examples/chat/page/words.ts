// Words for people who do not know the names of actions, params and fields.

const verbs: Record<string, string> = {
  list: "Read",
  get: "Read",
  create: "Create",
  update: "Change",
  api_search: "Search",
};

/** Returns what a call does, such as "Slack: read channel messages". */
export function callInWords(tool: string, entity = "", action = ""): string {
  const platform = tool === "amazon_ads" ? "Amazon Ads" : sentence(tool);
  const said = `${verbs[action] ?? action} ${entity}`.trim().toLowerCase();
  return said === "" ? platform : `${platform}: ${said.replaceAll("_", " ").replaceAll("sponsored product", "Sponsored Products")}`; // prettier-ignore
}

/** Returns the name of a field in words: `budget.dailyBudget` is "Daily budget". */
export const fieldInWords = (path: string): string =>
  sentence(
    path
      .split(".")
      .at(-1)!
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2"),
  );

/** Returns a value in words, without brackets and quotation marks. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string")
    return /^[A-Z][A-Z_]+$/.test(value) ? sentence(value) : value.replace(time, "$1 $2 UTC");
  if (Array.isArray(value)) return value.map(valueInWords).join(", ");
  return typeof value === "object"
    ? leavesOf(value)
        .filter((leaf) => !isId(leaf))
        .map(({ name, value }) => `${fieldInWords(name)}: ${valueInWords(value)}`)
        .join(", ")
    : String(value as number);
}

/** A time such as `2026-03-12T09:00Z`. */
const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::[\d.]+)?Z$/;

export interface Leaf {
  path: (string | number)[];
  /** The name of the field. */
  name: string;
  value: string | number | boolean;
}

/** Returns the texts, numbers and switches of a value, at whatever depth. */
export function leavesOf(value: unknown, path: (string | number)[] = []): Leaf[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, one]) =>
      leavesOf(one, [...path, Array.isArray(value) ? Number(key) : key]),
    );
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return [];
  return [{ path, name: String(path.findLast((one) => typeof one === "string") ?? ""), value }];
}

/** Returns whether a field has an id, which only a platform can read. */
export const isId = ({ name, value }: Pick<Leaf, "name" | "value">): boolean =>
  /(^|_)ids?$|Ids?$|^ts$|_ts$|cursor$/.test(name) || (typeof value === "string" && idPattern.test(value));

const idPattern = /^([A-Z][A-Z0-9]{8,}|\d{9,}|[0-9a-f-]{32,})$/;

/** Removes the ids in parentheses that follow names. */
export const withoutIds = (text: string): string => text.replaceAll(/ \((\w+Id )?[A-Z0-9]{9,}\)/g, "");

/** Writes the words of a name such as `daily_budget` as the start of a sentence. */
function sentence(name: string): string {
  const words = name.replaceAll(/[_.]/g, " ").trim().toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
