import { z } from "zod";

/**
 * A text without control characters, and without the characters that change the direction of a text. With such a
 * character, one name could look like another name.
 */
export const plainName = z
  .string()
  .regex(/^[^\p{Cc}]*$/u, "must not contain control characters")
  .regex(
    /^[^\u202A-\u202E\u2066-\u2069]*$/u,
    "must not contain characters that change the direction of the text",
  )
  // The store replaces every unpaired surrogate with the same character, so two different names could become equal.
  .refine((text) => text.isWellFormed(), "must not contain an unpaired surrogate");

/** The name of an operator in the audit and on the pages. */
export const operatorName = plainName.min(1).max(200);
