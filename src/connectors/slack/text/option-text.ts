import { isDict, type Dict } from "../../../core/ground/json.ts";

/**
 * Marks the chosen options of an element, such as a menu or checkboxes, with `✓`. Slack repeats the chosen options in
 * `initial_option`, `initial_options` or `selected_options`. The returned element has only one copy of each option.
 */
export function withMarkedOptions(element: Dict): Dict {
  const { initial_option, initial_options, selected_options, ...rest } = element;
  const chosen = [initial_option, initial_options, selected_options].flat().filter(isDict);
  if (chosen.length === 0) return element;
  const listed = new Set<unknown>();
  const mark = (option: unknown): unknown => {
    if (!isDict(option)) return option;
    const same = chosen.find((one) => isSame(one, option));
    if (same === undefined) return option;
    listed.add(same);
    return marked(option);
  };
  const groups = Array.isArray(rest.option_groups)
    ? rest.option_groups.map((group: unknown) =>
        isDict(group) && Array.isArray(group.options)
          ? { ...group, options: group.options.map(mark) }
          : group,
      )
    : undefined;
  const options = Array.isArray(rest.options) ? rest.options.map(mark) : undefined;
  // Some menus get their options from the app when a person opens the menu. The `options` of such a menu do not
  // contain the chosen options.
  const others = chosen.filter((one) => !listed.has(one)).map(marked);
  return {
    ...rest,
    ...(groups ? { option_groups: groups } : {}),
    options: [...others, ...(options ?? [])],
    // A person sees the chosen option in place of the placeholder.
    placeholder: undefined,
  };
}

const isSame = (one: Dict, other: Dict): boolean =>
  (typeof one.value === "string" && one.value === other.value) ||
  JSON.stringify(one.text) === JSON.stringify(other.text);

const marked = (option: Dict): Dict => ({ ...option, mark: "✓" });
