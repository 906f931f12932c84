import { toBase64Url } from "../ground/base64.ts";
import { sha256 } from "../ground/hash.ts";

/** Returns a text with 256 random bits. */
export const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Returns the code challenge of a code verifier (RFC 7636 §4.2). */
export const challengeOf = async (verifier: string): Promise<string> => toBase64Url(await sha256(verifier));
