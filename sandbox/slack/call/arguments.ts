import type { Fields } from "../fields.ts";
import { invalidArguments } from "./refusal.ts";

/** The arguments of a call. In a form, every value is text. In a JSON body, a value can have any type. */
export interface Arguments {
  all: Fields;
  text(name: string): string | undefined;
  flag(name: string): boolean;
  integer(name: string): number | undefined;
  /** Reads a list from a JSON array, or from text with commas between the items. */
  list(name: string): string[];
  /** Reads a JSON value or its text. Returns undefined if it is absent. Throws if the text is not JSON. */
  json(name: string): unknown;
}

export function readArguments(all: Fields): Arguments {
  const text = (name: string): string | undefined => {
    const value = all[name];
    return value === undefined || value === null
      ? undefined
      : typeof value === "string"
        ? value
        : String(value);
  };
  return {
    all,
    text,
    flag: (name) => /^(true|1)$/i.test(text(name) ?? ""),
    integer: (name) => {
      const value = text(name)?.trim();
      if (value === undefined || value === "") return undefined;
      if (!/^-?\d+$/.test(value)) throw invalidArguments(`must be an integer [json-pointer:/${name}]`);
      return Number(value);
    },
    list: (name) => {
      const value = all[name];
      const items = Array.isArray(value) ? value.map(String) : (text(name) ?? "").split(",");
      return items.map((item) => item.trim()).filter((item) => item !== "");
    },
    json: (name) => {
      const value = all[name];
      if (value === undefined || value === null || value === "") return undefined;
      return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
    },
  };
}
