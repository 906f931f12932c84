import { ConnectorError } from "../core/ground/errors.ts";
import { nearest } from "../core/ground/similar-names.ts";
import type { Draft } from "./draft.ts";
import type { Overlay } from "./overlay.ts";

/**
 * Checks that each key of the overlay's `actions` is one operation. A misspelled key would leave an effect as it was
 * guessed, and a name of two operations would change both.
 * @throws ConnectorError `config_error`
 */
export function checkKeys({ actions, skipped }: Draft, overlay: Overlay): void {
  const sources = new Set(actions.map(({ source }) => source));
  const byName = new Map<string, string[]>();
  for (const { entity, action, source } of actions) {
    const name = `${entity}.${action}`;
    byName.set(name, [...(byName.get(name) ?? []), source]);
  }
  for (const key of Object.keys(overlay.actions ?? {})) {
    if (sources.has(key)) continue;
    const path = `overlay.actions.${key}`;
    const found = byName.get(key) ?? [];
    if (found.length > 1)
      throw new ConnectorError(
        "config_error",
        `The overlay changes ${key}, which is the name of ${found.length} operations.`,
        {
          path,
          hint: `Use the name in the document: ${found.slice(0, 5).join(", or ")}.`,
        },
      );
    if (found.length === 1) continue;
    const reason = skipped.find(({ source }) => source === key)?.reason;
    const near = nearest(key, [...sources, ...byName.keys()]);
    throw new ConnectorError(
      "config_error",
      `The overlay changes ${key}, which is not an operation of the document.`,
      {
        path,
        hint:
          reason ??
          (near === undefined ? "Use a name of the document, such as GET /notes." : `Did you mean ${near}?`),
      },
    );
  }
}
