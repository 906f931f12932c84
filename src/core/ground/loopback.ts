/** `hostname` has the format of `URL.hostname`. */
export const isLoopback = (hostname: string): boolean =>
  /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname);
