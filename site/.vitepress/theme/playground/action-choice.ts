import { h, type VNode } from "vue";
import { everydayFirst, type PlayCatalogue } from "../../../playground/catalogue.ts";

/** Options with their labels and values, in a group with a name or in none. */
type Group = readonly [name: string, options: readonly (readonly [value: string, label: string])[]];

/** Two choices: an entity, and one of its actions. Everyday actions come first. */
export function actionChoice(
  { entities, isEveryday }: PlayCatalogue,
  chosen: { entity: string; action: string },
  choose: (entity: string, action?: string) => void,
): VNode[] {
  const hasEveryday = (entity: string) =>
    Object.keys(entities[entity]!).some((action) => isEveryday(entity, action));
  return [
    choice("Entity", chosen.entity, groups(Object.keys(entities), hasEveryday), (entity) => choose(entity)),
    choice(
      "Action",
      chosen.action,
      groups(Object.keys(entities[chosen.entity]!), (action) => isEveryday(chosen.entity, action)),
      (action) => choose(chosen.entity, action),
    ),
  ];
}

function groups(names: readonly string[], isEveryday: (name: string) => boolean): Group[] {
  const [everyday, others] = everydayFirst(names, isEveryday);
  const named = (all: readonly string[]) => all.map((name) => [name, name] as const);
  if (everyday.length === 0 || others.length === 0) return [["", named(names)]];
  return [
    ["Everyday", named(everyday)],
    ["Others", named(others)],
  ];
}

export function choice(
  label: string,
  value: string,
  groups: readonly Group[],
  choose: (value: string) => void,
): VNode {
  const options = (all: Group[1]) => all.map(([value, label]) => h("option", { value }, label));
  return h("label", [
    h("span", label),
    h(
      "select",
      { value, onChange: (event: Event) => choose((event.target as HTMLSelectElement).value) },
      groups.map(([name, all]) =>
        name === "" ? options(all) : h("optgroup", { label: name }, options(all)),
      ),
    ),
  ]);
}
