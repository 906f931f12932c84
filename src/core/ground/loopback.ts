/**
 * Returns whether a `URL.hostname`, such as `[::1]`, belongs to this computer. A name such as `127.example.com` does not: its
 * owner chooses the address that it resolves to.
 */
export const isLoopback = (hostname: string): boolean =>
  /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname);
