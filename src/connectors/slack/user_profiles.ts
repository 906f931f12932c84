import { action } from "../../core/action.ts";
import { isDict, type Dict } from "../../core/json.ts";
import { coming, user } from "./params.ts";
import { Profile } from "./records-people.ts";
import { change, standing } from "./standing.ts";

export const get = action({
  description: "Get someone's profile: title, contact, status; the token's own user unless user says who.",
  params: (z) => ({
    user: user(z).optional(),
    include_labels: z
      .boolean()
      .describe("Name custom fields; Slack limits this hard.")
      .optional()
      .meta({ rare: true }),
  }),
  result: Profile,
  effect: "read",
  calls: "users.profile.get",
  pick: "profile",
  untrusted: true,
  example: { user: "U012AB3CD" },
});

/** A status without an end has none, or 0. */
const expiry = ({ status_expiration: end }: Dict) => (end === "" ? { status_expiration: 0 } : {});

export const update = action({
  description: "Change the user's own profile or status; user tokens only. Empty text clears a field.",
  params: (z) => ({
    profile: z.strictObject({
      status_text: z.string().max(100).optional(),
      status_emoji: z
        .string()
        .regex(/^(:[^:\s]+:)?$/)
        .describe("emoji with colons, such as :palm_tree:")
        .optional(),
      status_expiration: coming(z, 0)
        .describe('ISO time with its zone, "2h" for in two hours, or seconds since 1970; 0 for never.')
        .optional(),
      display_name: z.string().max(80).optional(),
      real_name: z.string().max(100).optional(),
      title: z.string().optional(),
      phone: z.string().optional(),
      pronouns: z.string().optional(),
    }),
    user: user(z).describe("Someone else; for admins of paid teams only.").optional().meta({ rare: true }),
  }),
  result: Profile,
  effect: "write",
  calls: "users.profile.set",
  pick: "profile",
  example: { profile: { status_text: "On holiday", status_emoji: ":palm_tree:" } },
  async preview({ profile, user: whose }, read) {
    const { before, after } = change(
      profile,
      await standing(read, ["user_profiles", "get", { user: whose }]),
    );
    return { after, ...(before ? { before: { ...before, ...expiry(before) } } : {}) };
  },
  undo: ({ user: whose }, _data, before) =>
    isDict(before)
      ? {
          entity: "user_profiles",
          action: "update",
          params: { profile: before, ...(whose === undefined ? {} : { user: whose }) },
        }
      : undefined,
});
