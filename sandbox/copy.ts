/** Copies JSON values. `structuredClone` needs several times as long for the whole default data of a sandbox. */
export function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copy) as T;
  if (typeof value !== "object" || value === null) return value;
  const result = {} as T;
  for (const key of Object.keys(value) as (keyof T)[]) result[key] = copy(value[key]);
  return result;
}
