import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileOf } from "./serve-site.ts";

/**
 * Finds the links in a built site that lead to no page of the site, or to no heading of a page. `more`: what a page knows besides
 * its headings, by its path such as `playground.html`.
 */
export function deadLinksOfSite(
  folder: string,
  base: string,
  more: Readonly<Record<string, readonly string[]>> = {},
): string[] {
  const pages = globSync("**/*.html", { cwd: folder }).map((name) => join(folder, name));
  const html = new Map(pages.map((page) => [page, readFileSync(page, "utf8")]));
  const ids = new Map(
    [...html].map(([page, text]) => [
      page,
      new Set([
        ...[...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id),
        ...(more[relative(folder, page)] ?? []),
      ]),
    ]),
  );
  return [...html].flatMap(([page, text]) => {
    const address = `http://site${base}${relative(folder, page)
      .replaceAll("\\", "/")
      .replace(/\.html$/, "")}`;
    return [...text.matchAll(/<(?:a|img|script|link)\s[^>]*?(?:href|src)="([^"]+)"/g)].flatMap(
      ([, target = ""]) => {
        const { host, pathname, hash } = new URL(target.replaceAll("&amp;", "&"), address);
        if (host !== "site") return [];
        const file = fileOf(folder, base, pathname);
        const name = `${relative(folder, page)}: ${target}`;
        if (file === undefined) return [`${name} is not there`];
        const anchor = decodeURIComponent(hash.slice(1));
        return anchor === "" || ids.get(file)?.has(anchor) ? [] : [`${name} has no such heading`];
      },
    );
  });
}
