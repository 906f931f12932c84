import type { Imported } from "../../src/import/index.ts";

const shown = 12;

/** Writes what an import did, for the person who runs it. `all`: without leaving out lines. */
export function reportText({ file, report }: Imported, tokens: number, all: boolean): string {
  const { actions, entities, effects, byName, lists, origins, skipped, guesses } = report;
  const counts = Object.entries(effects).filter(([, count]) => count > 0).map(([effect, count]) => `${count} ${effect}`); // prettier-ignore
  const forms = Object.entries(file.auth).map(
    ([form, fields]) => `${form} (${Object.keys(fields).join(", ")})`,
  );
  return [
    `${file.title}: ${counted(actions, "action")} of ${counted(entities, "entity", "entities")}: ${counts.join(", ")}`,
    origins.length > 0
      ? `Requests go to: ${origins.join(", ")}`
      : "Calls go to a command that runs on this computer",
    `Credentials: ${forms.length > 0 ? forms.join(", or ") : "none"}`,
    `Lists: ${lists.paged} with all pages, ${lists.unpaged} with one page only`,
    `The tool's text has about ${tokens} tokens.`,
    ...(byName > 0 ? [`${counted(byName, "action")} can spend money. A tool offers them only by their full names.`] : []), // prettier-ignore
    ...section("Left out", skipped.map(({ source, reason }) => `${source}: ${reason}`), all), // prettier-ignore
    ...section("Look at", guesses.map(({ action, says }) => (action === undefined ? says : `${action}: ${says}`)), all), // prettier-ignore
    "Nobody has checked these actions. Tools of this connector only read, until you allow more.",
  ].join("\n");
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

function section(title: string, lines: readonly string[], all: boolean): string[] {
  if (lines.length === 0) return [];
  const some = all ? lines : lines.slice(0, shown);
  const rest = lines.length - some.length;
  return [
    `${title} (${lines.length}):`,
    ...some.map((line) => `  ${line}`),
    ...(rest > 0 ? [`  and ${rest} more. --verbose shows all.`] : []),
  ];
}
