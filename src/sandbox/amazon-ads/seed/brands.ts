import type { Collection, SeedEntity } from "../types.ts";

/** Sponsored Brands of the shop in the US. */
export function brandsEntities(): Partial<Record<Collection, SeedEntity[]>> {
  return {};
}
