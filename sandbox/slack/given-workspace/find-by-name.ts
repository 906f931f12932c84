import { show } from "../../../src/core/ground/json.ts";
import { optionError } from "../../../src/core/ground/read-options.ts";
import { nearest } from "../../../src/core/ground/similar-names.ts";

/** An item with its names. The first name is unique. */
interface Named {
  id: string;
  names: readonly string[];
}

/**
 * A function that returns the id for a name. Ignores capital letters, and `@` or `#` before the name. `path`: the place
 * of the name in the options, for the error.
 * @throws ConnectorError `config_error` if the name belongs to no item or to several items
 */
export type FindByName = (name: string, path: string) => string;

/** Creates a function that finds an item by name. `what`: the word for an item, such as `user`. */
export function findByName(what: string, items: readonly Named[]): FindByName {
  return (name, path) => {
    const wanted = fold(name);
    const exact = items.find((item) => fold(item.names[0] ?? "") === wanted);
    const found = exact ? [exact] : items.filter((item) => item.names.some((each) => fold(each) === wanted));
    if (found.length === 1) return found[0]!.id;
    const firsts = (found.length > 1 ? found : items).map(({ names }) => names[0] ?? "");
    if (found.length > 1)
      throw optionError(
        path,
        `${path}: ${found.length} ${what}s have the name ${show(name)}.`,
        `Use one of: ${firsts.join(", ")}.`,
      );
    const near = nearest(
      name,
      items.flatMap(({ names }) => names),
    );
    const hint = `${near ? `Did you mean ${near}? ` : ""}The ${what}s are: ${firsts.join(", ")}.`;
    throw optionError(path, `${path}: there is no ${what} with the name ${show(name)}.`, hint);
  };
}

const fold = (name: string): string => name.replace(/^[@#]/, "").toLowerCase();
