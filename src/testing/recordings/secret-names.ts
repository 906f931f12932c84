import { foldName } from "../../core/ground/similar-names.ts";

const secret =
  /token$|tokens$|secret|passw|passphrase|pwd$|apikey|accesskey|privatekey|signingkey|authorization$|^auth$|credential|cookie|^jwt|signature$|^sig$|session(id|key)?$|assertion$|otp$|^pin$/;

/** Names of numbers, and of places in lists, that only look like secrets. */
const harmless = /(next|page|pagination|continuation|continue|sync|resume|cursor|position)\w*tokens?$|^\w*(input|output|max|prompt|completion|total)tokens$|^(has|is|needs|requires)/; // prettier-ignore

/** Returns whether the value of a field with this name is a secret. */
export function isSecretName(name: string): boolean {
  const folded = foldName(name);
  return secret.test(folded) && !harmless.test(folded);
}

/** Returns whether a param of a query or a form, or a header, is a secret. */
export const isSecretParam = (name: string): boolean =>
  isSecretName(name) || isGrantField(name) || name.toLowerCase() === "key";

/** Fields that are secret in a request for tokens. Elsewhere in JSON, a `code` is often the code of an error. */
export const isGrantField = (name: string): boolean => /^(code|code_verifier|device_code)$/.test(name);
