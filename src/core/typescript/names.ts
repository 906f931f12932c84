/** Returns `order_items` as `OrderItems`. */
export const pascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");

/** Returns `gift-shop` as `giftShop`. A reserved word gets a `_` at its end. */
export function identifier(name: string): string {
  const pascal = pascalCase(name);
  const camel = pascal.slice(0, 1).toLowerCase() + pascal.slice(1);
  return isReserved(camel) ? `${camel}_` : camel;
}

const reserved = new Set("any as async await boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface is keyof let module namespace never new null number object of package private protected public readonly require return set static string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield".split(" ")); // prettier-ignore

export const isReserved = (name: string): boolean => reserved.has(name);

/** Returns the last word of a name in the singular: `order_items` as `order_item`. */
export function singular(name: string): string {
  if (/(?:ss|us|is)$/.test(name)) return name;
  if (name.endsWith("ies")) return `${name.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|[^a]us)es$/.test(name)) return name.slice(0, -2);
  return name.endsWith("s") ? name.slice(0, -1) : name;
}

/** Returns a name as a key of an object type, in quotes if needed. */
export const propertyKey = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

/** Returns the first of the names that is free, or the last one with a number, and takes it. */
export function freeName(taken: Set<string>, ...names: readonly string[]): string {
  let name = names.find((one) => !taken.has(one));
  for (let number = 2; name === undefined; number++) {
    const numbered = `${names.at(-1)}${number}`;
    if (!taken.has(numbered)) name = numbered;
  }
  taken.add(name);
  return name;
}
