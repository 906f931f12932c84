import { createHash, randomBytes } from "node:crypto";

/** Returns 256 random bits for an address or a cookie. */
export const newSecretText = (): string => randomBytes(32).toString("base64url");

/** Returns the hash that the store keeps instead of the text. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
