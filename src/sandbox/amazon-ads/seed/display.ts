import type { Collection, SeedEntity } from "../types.ts";

/** Sponsored Display of the shop in the US. */
export function displayEntities(): Partial<Record<Collection, SeedEntity[]>> {
  return {};
}
