import { fieldInWords, isId, valueInWords, withoutIds } from "./words.ts";

export interface Words {
  /** What is asked, in one sentence. */
  title: string;
  warnings: string[];
  /** `isLong`: whether the text needs a box with a scroll bar. */
  facts: { label: string; text: string; isLong?: boolean }[];
}

/** The words at the start of the lines of an approval, and what this page says for them. */
const labels: Record<string, string> = {
  As: "Acts as",
  Where: "Where",
  To: "To",
  "Who reads it": "Who can read it",
  Notified: "Notified",
  Note: "Note",
  Change: "Change",
  Exposure: "What it can cost",
};

/**
 * Says the text of an approval to a person who is no developer. Every line of this text begins with a fixed word and a colon. What
 * this function leaves out, such as ids, the page shows in the details. The lines cut long texts, so `params` has what is sent.
 */
export function questionInWords(reason: string, params: Readonly<Record<string, unknown>> = {}): Words {
  const lines = reason.split("\n").map((line) => {
    const [, word = "", rest = line] = /^([^:]+): (.*)$/s.exec(line) ?? [];
    return { word, rest };
  });
  const currency = / ([A-Z]{3})$/.exec(reason)?.[1] ?? /^As: .*, ([A-Z]{3})$/m.exec(reason)?.[1];
  const isDaily = /"budgetType":"daily"/i.test(reason);
  const hasChange = lines.some(({ word }) => /^(Change|Row)\b/.test(word));
  const words: Words = { title: "", warnings: [], facts: [] };
  for (const { word, rest } of lines) {
    const [, param] = /^Param (.+)$/.exec(word) ?? [];
    if (word === "Action") words.title = /^.*?\.\w+\. ([^.:]*)/.exec(rest)?.[1] ?? rest;
    else if (word === "Warning") words.warnings.push(rest);
    else if (word === "Change" || word.startsWith("Row"))
      words.facts.push({ label: "Change", text: changeInWords(withoutIds(rest), { currency, isDaily }) });
    else if (word === "Exposure") words.facts.push({ label: labels[word]!, text: costInWords(rest) });
    else if (param !== undefined) {
      const whole = Object.hasOwn(params, param) ? params[param] : undefined;
      const value = parsed(rest) ?? (typeof whole === "string" ? whole : undefined);
      const isDetail =
        value === undefined ||
        typeof value === "boolean" ||
        (typeof value === "object" && hasChange) ||
        isId({ name: param, value: String(value as string) });
      if (!isDetail) {
        const text = valueInWords(value);
        words.facts.push({ label: fieldInWords(param), text, isLong: text.length > 1000 });
      }
    } else if (labels[word]) words.facts.push({ label: labels[word], text: withoutIds(rest) });
  }
  return words;
}

interface Known {
  currency: string | undefined;
  isDaily: boolean;
}

/** Says a change such as `Tents: budget.budget 80 -> 90`. */
function changeInWords(change: string, { currency, isDaily }: Known): string {
  const [, name = "", path = "", from = "", to = ""] =
    /^(?:(.*): )?([\w.]+) (.+) -> (.+)$/.exec(change) ?? [];
  if (path === "") return change;
  const field = path === "budget.budget" && isDaily ? "daily budget" : fieldInWords(path).toLowerCase();
  const of = name === "" ? "" : ` of ${name}`;
  const [before, after] = [parsed(from), parsed(to)];
  if (typeof before !== "number" || typeof after !== "number" || !/budget|bid/i.test(path))
    return `The ${field}${of} changes from ${valueInWords(before) || from} to ${valueInWords(after) || to}.`;
  const share =
    before > 0 ? ` (${percent(Math.abs(after / before - 1))} ${after > before ? "more" : "less"})` : "";
  return `${after > before ? "Raises" : "Lowers"} the ${field}${of} from ${money(before, currency)} to ${money(after, currency)}${share}.`; // prettier-ignore
}

/** Says an exposure such as `most that can be spent in a day 160 -> 180 USD. Amazon can …`. */
function costInWords(exposure: string): string {
  const [, what = "", from = "", to = "", currency = "", why = ""] =
    /^(.+?) ([\d.]+|none) -> ([\d.]+|none) ([A-Z]{3})\.?(.*)$/s.exec(exposure) ?? [];
  if (what === "") return exposure;
  const [before, after] = [from, to].map((amount) =>
    amount === "none" ? "nothing" : money(Number(amount), currency),
  );
  return what === "most that can be spent in a day"
    ? `At most ${after} on a single day, instead of ${before}.${why}`
    : `${fieldInWords(what)}: ${after}, instead of ${before}.${why}`;
}

const money = (amount: number, currency: string | undefined): string =>
  currency === undefined
    ? String(amount)
    : amount.toLocaleString("en", { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" });

const percent = (share: number): string =>
  share.toLocaleString("en", { style: "percent", maximumFractionDigits: 0 });

/** Returns undefined if the text is no JSON, for example because it was cut. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
