import type { RichText } from "../world-types.ts";

/** The address of a page, with its title, or of a database or block. */
export function addressOf({ kind, id, title }: { kind: string; id: string; title?: RichText[] }): string {
  const text = kind === "page" ? (title ?? []).map(({ plain_text }) => plain_text).join("") : "";
  const slug = text.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return `https://app.notion.com/p/${slug === "" ? "" : `${slug}-`}${id.replaceAll("-", "")}`;
}
