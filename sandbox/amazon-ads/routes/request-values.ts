import { refuse } from "../responses.ts";

/** Returns the media types of several versions of a body. */
export const versions = (name: string, ...all: string[]): string[] =>
  all.map((version) => `application/vnd.${name}.${version}+json`);

/** Reads a list of 1 to `most` texts. */
export function textsOf(value: unknown, name: string, most: number): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > most)
    throw refuse(422, `${name} must have 1 to ${most} values`, { code: "INVALID_ARGUMENT" });
  return value.map(String);
}
