import type { FileAction } from "../core/contract/connector-file.ts";
import type { Operation } from "../core/contract/wire/operation.ts";
import { cleanSchema } from "./clean-schema.ts";
import { cleanText } from "./clean-text.ts";
import type { DraftAction } from "./draft.ts";
import { type ActionOverlay, type Overlay, passedToAction } from "./overlay.ts";
import { exampleFor } from "./own-example.ts";
import { withoutParams, withoutTexts, withTexts } from "./own-texts.ts";
import { pick } from "./pick.ts";
import { selectFields } from "./select-fields.ts";

interface Whole {
  overlay: Overlay;
  /** Whether the records of the source already have only what the overlay selects. */
  isSelected: boolean | undefined;
}

/**
 * Makes an action and its operation from what a compiler has read, and applies the overlay.
 * @param changes what the overlay changes in the action
 * @param full the name of the action, as `entity.action`
 */
export function actionOf(
  one: DraftAction,
  changes: ActionOverlay,
  full: string,
  { overlay, isSelected }: Whole,
): { data: FileAction; operation: Operation } {
  const { paging = one.operation.paging, without = [], effect = one.effect, scopes = overlay.scopes, selection } = changes; // prettier-ignore
  const { paging: _paging, arguments: sent = {}, ...rest } = one.operation;
  const isPaged = paging !== undefined && paging !== "none" && effect === "read";
  // The package's own params `limit` and `cursor` choose the page.
  const pageParams = isPaged ? [paging.limit, "cursor" in paging ? paging.cursor : undefined] : [];
  const cleaned = withoutParams(cleanSchema(one.params, "params"), [...without, ...pageParams]);
  const params = withTexts(cleaned, overlay, changes, full);
  const isLeftOut = (name: string) =>
    Object.hasOwn(one.params.properties ?? {}, name) &&
    !Object.hasOwn(params.properties ?? {}, name) &&
    !pageParams.includes(name);
  const wires = {
    ...Object.fromEntries(Object.entries(sent).filter(([name]) => !isLeftOut(name))),
    ...(changes.operation?.arguments as Operation["arguments"]),
  };
  const operation = {
    ...rest,
    docs: rest.docs || (overlay.docs ?? ""),
    ...(isPaged ? { paging } : {}),
    ...(scopes && scopes.length > 0 ? { scopes: { user: scopes } } : {}),
    ...changes.operation,
    ...(Object.keys(wires).length > 0 ? { arguments: wires } : {}),
  } as Operation;
  const known =
    one.result &&
    (selection === undefined || isSelected
      ? cleanSchema(one.result, isSelected ? "selection" : "result")
      : cleanSchema(selectFields(one.result, selection, full), "selection"));
  const result = changes.result ?? (known && overlay.ownTexts ? withoutTexts(known) : known);
  const description = cleanText(changes.description ?? one.description, 300) || one.source.slice(0, 300);
  const data: FileAction = {
    description,
    effect,
    params: { ...params, type: "object" },
    ...(result ? { result } : {}),
    example: exampleFor(params, overlay, changes, one.example),
    calls: full,
    ...(one.pick ? { pick: one.pick } : {}),
    ...pick(changes, passedToAction),
    ...(isPaged ? { paginated: true } : {}),
  };
  return { data, operation };
}
