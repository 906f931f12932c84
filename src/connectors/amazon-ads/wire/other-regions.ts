import { regionOf, regions } from "./regions.ts";

/**
 * Returns a message about the other regions in which the login has profiles. Undefined if it has none in other regions.
 */
export async function findOtherRegions(
  endpoint: string,
  readProfiles: (address: string) => Promise<readonly unknown[]>,
): Promise<string | undefined> {
  const others = Object.values(regions).filter((address) => address !== endpoint);
  const found = await Promise.all(
    others.map(async (address) => {
      // A region whose request fails counts as a region without profiles, because the search only improves a message.
      const profiles = await readProfiles(address).catch(() => []);
      return { address, count: profiles.length };
    }),
  );
  const listed = found
    .filter(({ count }) => count > 0)
    .map(({ address, count }) => `${count} in the region ${regionOf(address)} (${address})`);
  return listed.length === 0
    ? undefined
    : `This login has profiles in another region: ${listed.join(", ")}. Set config.region to that region.`;
}
