import { regionOf, regions } from "./regions.ts";

/** Returns a message that lists the other regions with profiles, or undefined if there are none. */
export async function findOtherRegions(
  endpoint: string,
  readProfiles: (address: string) => Promise<readonly unknown[]>,
): Promise<string | undefined> {
  const others = Object.values(regions).filter((address) => address !== endpoint);
  const found = await Promise.all(
    others.map(async (address) => {
      // A region whose request fails counts as empty, because this search only improves an error message.
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
