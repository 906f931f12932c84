import { z } from "zod";

/** The name of an operator in the audit and on the pages. */
export const operatorName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, "must not contain control characters")
  .refine((text) => text.isWellFormed(), "must not contain an unpaired surrogate");
