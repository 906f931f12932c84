/** At these hosts, everybody can have an address, so that a shared host is no shared company. */
const publicHosts = new Set(["gmail.com", "googlemail.com"]);

const hostOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);

/**
 * Returns whether an address belongs to somebody outside the company of the account. Both are in lower case. If the
 * address of the account is unknown, everybody is outside.
 */
export const isOutside = (address: string, own: string | undefined): boolean =>
  own === undefined || publicHosts.has(hostOf(own)) ? address !== own : hostOf(address) !== hostOf(own);
