/** Returns whether a host name, as a `URL` writes it, is the computer itself. */
export const isLoopback = (hostname: string): boolean =>
  /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname);
