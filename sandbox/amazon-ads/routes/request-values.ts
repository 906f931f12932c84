import { refuse } from "../http/responses.ts";
import { isRecord } from "../http/wire-json.ts";

/** Returns the media types of several versions of a body. */
export const versions = (name: string, ...all: string[]): string[] =>
  all.map((version) => `application/vnd.${name}.${version}+json`);

/** Throws if the range of stars has a value other than 0, 1, 2, 3, 4 or 5, or ends before it begins. */
export function checkRatingRange(range: unknown): void {
  if (!isRecord(range)) return;
  const { min = 0, max = 5 } = range;
  const isStars = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 5;
  if (!isStars(min) || !isStars(max) || Number(min) > Number(max))
    throw refuse(422, "ratingRange needs whole numbers from 0 to 5", { code: "INVALID_ARGUMENT" });
}

/** Reads a list of 1 to `most` texts. */
export function textsOf(value: unknown, name: string, most: number): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > most)
    throw refuse(422, `${name} must have 1 to ${most} values`, { code: "INVALID_ARGUMENT" });
  return value.map(String);
}
