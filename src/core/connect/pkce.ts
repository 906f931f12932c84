/** Returns a text with 256 random bits. */
export const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Returns the code challenge of a code verifier (RFC 7636 §4.2). */
export async function challengeOf(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (character) => urlCharacters[character]!);

const urlCharacters: Readonly<Record<string, string>> = { "+": "-", "/": "_", "=": "" };
