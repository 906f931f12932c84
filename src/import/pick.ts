type Picked<T, K extends keyof T> = { [Name in K]?: Exclude<T[Name], undefined> };

/** Copies the fields with these names that are not undefined. */
export const pick = <T extends object, const K extends keyof T>(from: T, names: readonly K[]): Picked<T, K> =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))) as Picked<T, K>; // prettier-ignore
