/** Returns the header value of basic authentication in UTF-8 (RFC 7617). */
export function basic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** Returns the header value with which an OAuth client authenticates. RFC 6749 §2.3.1 form-encodes both values first. */
export const basicOfClient = (id: string, secret: string): string =>
  basic(formEncoded(id), formEncoded(secret));

const formEncoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
