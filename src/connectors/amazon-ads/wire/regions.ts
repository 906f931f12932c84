// A login can have profiles in several regions. The same token works in all regions.
// https://advertising.amazon.com/API/docs/en-us/reference/api-overview#api-endpoints

export const regions = {
  na: "https://advertising-api.amazon.com",
  eu: "https://advertising-api-eu.amazon.com",
  fe: "https://advertising-api-fe.amazon.com",
} as const;

/** Login with Amazon has one address for all regions. */
export const tokenOrigin = "https://api.amazon.com";

/** The endings of the hosts that store the files of reports and exports. */
export const fileHosts = [".amazonaws.com"];

export const regionAliases: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(regions).flatMap(([code, address]) => [
    [code, address],
    [code.toUpperCase(), address],
    [`${address}/`, address],
  ]),
);

/** Returns a region such as `na`. An address that is not Amazon's is returned unchanged. */
export const regionOf = (address: string): string =>
  Object.entries(regions).find(([, known]) => known === address)?.[0] ?? address;
