import { type Dict, isDict } from "../../../core/ground/json.ts";

/**
 * Returns the records that an update can lead to. Amazon does not document whether an object in an update replaces the
 * current object, or is merged into it. Therefore, there are two possible records if an item has an object.
 */
export function afterUpdate(record: Dict, item: Dict): Dict[] {
  const replaced = { ...record, ...item };
  const objects = Object.entries(item).filter(([name, value]) => isDict(value) && isDict(record[name]));
  if (objects.length === 0) return [replaced];
  const merged = objects.map(([name, value]) => [name, { ...(record[name] as Dict), ...(value as Dict) }]);
  return [replaced, { ...replaced, ...Object.fromEntries(merged) }];
}
