import type { Z } from "../../core/action.ts";

// Params that several actions share. A description of a pattern stands in the error of a value that does not match.

/** An id as text: they go beyond the whole numbers that JSON's numbers hold. */
export const id = (z: Z) =>
  z
    .string()
    .regex(/^\d{1,20}$/)
    .describe('id as text, such as "144373194309380061"');
export const ids = (z: Z, max: number) => z.array(id(z)).min(1).max(max);

/** Which profile is meant; needless where the login has one. */
export const profile = (z: Z) => ({
  profileId: z
    .string()
    .min(1)
    .max(200)
    .describe(
      "profile: its id, or a country code or account name that only one has; needless with one profile",
    )
    .optional()
    .meta({ rare: true }),
});
