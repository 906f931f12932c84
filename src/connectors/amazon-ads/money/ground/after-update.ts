import { type Dict, isDict } from "../../../../core/ground/json.ts";

/**
 * Returns every record that can result from an update. Amazon does not document whether it replaces an object of the
 * record or merges the update into the object.
 */
export function afterUpdate(record: Dict, item: Dict): Dict[] {
  const replaced = { ...record, ...item };
  const objects = Object.entries(item).filter(([name, value]) => isDict(value) && isDict(record[name]));
  if (objects.length === 0) return [replaced];
  const merged = objects.map(([name, value]) => [name, { ...(record[name] as Dict), ...(value as Dict) }]);
  return [replaced, { ...replaced, ...Object.fromEntries(merged) }];
}
