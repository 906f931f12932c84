import { oneLine } from "../text/one-line.ts";
import { unnamed } from "./companies.ts";

/** Some of the readers of a write: the members of a conversation, or one person. */
export interface Part {
  /** The conversation or the person, such as `#general (C012AB3CD)`. */
  text: string;
  size?: number | undefined;
  /** The other companies whose people can read it, as ids of workspaces, or other people outside the company. */
  external: readonly string[];
  /** Companies that can read it after they have accepted an invitation. */
  pending?: readonly string[];
  guests?: string | undefined;
  /** The people whom a message in this conversation notifies: their ids, or words. */
  direct?: readonly string[] | string;
  /** The sentence about readers that are unknown. */
  unread?: string;
}

/** Describes the readers for somebody who is not a developer. */
export function readersText(parts: readonly Part[], nameOf: (id: string) => string) {
  const external = [...new Set(parts.flatMap((part) => [...part.external, ...(part.pending ?? [])]))];
  return {
    readers: parts.map((part) => partText(part, nameOf)).join("; "),
    external: external.map((id) => companyName(id, nameOf)),
  };
}

function partText(
  { text, size, external, pending = [], guests, direct }: Part,
  nameOf: (id: string) => string,
): string {
  const companies = (ids: readonly string[]) =>
    `${inWords(ids.map((id) => companyName(id, nameOf)))} (${ids.length > 1 ? "other companies" : "another company"})`;
  const isPerson = Array.isArray(direct);
  const isCompany = external.length > 0 && !external.includes("the internet");
  const among = [
    ...(isCompany && !isPerson ? [`people of ${companies(external)}`] : []),
    ...(guests === undefined ? [] : [guests]),
  ];
  return [
    oneLine(text),
    ...(isCompany && isPerson ? [`of ${companies(external)}`] : []),
    ...(size === undefined ? [] : [`${size} ${size === 1 ? "person" : "people"}`]),
    ...(among.length > 0 ? [`among them ${inWords(among)}`] : []),
    ...(pending.length > 0
      ? [`and the people of ${companies(pending)} after they accept an invitation`]
      : []),
  ].join(", ");
}

const companyName = (id: string, nameOf: (id: string) => string): string =>
  id === unnamed ? "a company that Slack does not name" : oneLine(nameOf(id));

const inWords = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)!}`;
