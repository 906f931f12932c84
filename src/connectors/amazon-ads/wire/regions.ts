// The three addresses of the Amazon Ads API. A login has profiles at one or more of them; its tokens are good at all.
// https://advertising.amazon.com/API/docs/en-us/reference/api-overview#api-endpoints

export const regions = {
  na: "https://advertising-api.amazon.com",
  eu: "https://advertising-api-eu.amazon.com",
  fe: "https://advertising-api-fe.amazon.com",
} as const;

/** Login with Amazon: one address answers for every region. */
export const tokenOrigin = "https://api.amazon.com";

/** Files of reports and exports. */
export const fileHosts = [".amazonaws.com"];

export const regionAliases: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(regions).flatMap(([code, address]) => [
    [code, address],
    [code.toUpperCase(), address],
    [`${address}/`, address],
  ]),
);

/** `na`, of the address; the address itself where it is none of Amazon's. */
export const regionOf = (address: string): string =>
  Object.entries(regions).find(([, known]) => known === address)?.[0] ?? address;
