import type { Paging } from "../../contract/wire/paging.ts";
import { isDict, show } from "../../ground/json.ts";
import { type Faults, isSafePath } from "./fault.ts";

/** The required fields of each kind of paging. */
const needed: Readonly<Record<Paging["kind"], readonly string[]>> = {
  cursor: ["cursor", "next"],
  page: ["cursor"],
  offset: ["cursor"],
  "last-id": ["cursor", "id"],
  "next-url": ["next"],
  link: [],
};

export function checkPaging(paging: unknown, found: Faults): void {
  const fields = isDict(paging) && Object.hasOwn(needed, String(paging.kind)) ? needed[paging.kind as Paging["kind"]] : undefined; // prettier-ignore
  if (!isDict(paging) || fields === undefined)
    return found.add("paging.kind", `must be one of ${Object.keys(needed).join(", ")}.`);
  for (const name of fields)
    found.unless(isSafePath(paging[name]), `paging.${name}`, `is ${show(paging[name])}, and ${String(paging.kind)} needs a name or a path.`); // prettier-ignore
  for (const name of ["limit", "more", "pages", "total"])
    found.unless(paging[name] === undefined || isSafePath(paging[name]), `paging.${name}`, "must be a name or a path."); // prettier-ignore
  const { default: size, max } = paging;
  const isSize = (value: unknown) => Number.isInteger(value) && (value as number) >= 1;
  found.unless(isSize(size) && isSize(max) && Number(size) <= Number(max), "paging.default", "and max must be whole numbers of at least 1, and default at most max."); // prettier-ignore
}
