import type { Shown } from "./shown.ts";
import { textOf } from "./text.ts";

// Jupyter kernels for JavaScript, such as Deno's, show what this method returns.
const display = Symbol.for("Jupyter.display");
// Node, Bun and Deno print what this method returns.
const inspect = Symbol.for("nodejs.util.inspect.custom");

/**
 * Adds the methods with which notebooks and `console.log` show an object. The methods are not enumerable, so JSON,
 * copies and comparisons ignore them. The methods never throw, even if an application has changed the object.
 * @param brief the content of the text, if the text must show less than the HTML
 */
export function showAs<T extends object>(object: T, shown: () => Shown, brief = shown): T {
  views.set(object, shown);
  add(object, inspect, function (this: object) {
    try {
      return textOf(brief());
    } catch {
      return { ...this };
    }
  });
  return showInNotebook(object, shown, brief);
}

const views = new WeakMap<object, () => Shown>();

/** Returns what `showAs` shows of an object, for a program that shows it in a form of its own. */
export const shownOf = (object: object): Shown | undefined => views.get(object)?.();

/** Adds only the method for notebooks. */
export function showInNotebook<T extends object>(object: T, shown: () => Shown, brief = shown): T {
  add(object, display, async () => {
    const { htmlOf } = await import("./html.ts");
    try {
      return { "text/html": htmlOf(shown()), "text/plain": textOf(brief()) };
    } catch {
      return { "text/plain": "This value cannot be shown here. To print it: console.log(value)" };
    }
  });
  return object;
}

// A frozen object, or a proxy that refuses new properties, gets no methods.
function add(object: object, name: symbol, value: () => unknown): void {
  try {
    Reflect.defineProperty(object, name, { value, configurable: true, writable: true });
  } catch {
    // Draft objects, such as Immer's, throw here.
  }
}
