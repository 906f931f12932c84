import { createHash, randomBytes } from "node:crypto";

/** Returns 256 random bits for an address, a cookie or a client secret. */
export const newSecretText = (): string => randomBytes(32).toString("base64url");

/**
 * Returns the hash that the store keeps instead of the text. A fast hash without a salt is safe, because nobody can
 * guess 256 random bits.
 */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
