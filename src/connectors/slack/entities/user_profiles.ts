import { action } from "../../../core/contract/action.ts";
import { at, isDict, stringAt, type Dict } from "../../../core/ground/json.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { withReadableTimes } from "../text/readable-times.ts";
import { futureTime, user } from "../params.ts";
import { Profile } from "../records/people.ts";
import { currentRecord } from "../undo/current-record.ts";
import { beforeAndAfter, withoutUndefined } from "../undo/undo-data.ts";
import { showsProfile } from "../rows/written-row.ts";

export const get = action({
  description:
    "Get a person's profile: title, contact, status. Default: the token's user. For the time zone, use `users.get`.",
  params: (z) => ({
    user: user(z).optional(),
    include_labels: z.boolean().describe("Add field labels. Low rate limit.").optional().meta({ rare: true }),
  }),
  result: Profile,
  effect: "read",
  calls: "users.profile.get",
  pick: "profile",
  example: { user: "U012AB3CD" },
});

/** Replaces an empty `status_expiration` with 0, which is Slack's value for a status that never expires. */
const never = ({ status_expiration: end }: Dict) => (end === "" ? { status_expiration: 0 } : {});

/** Returns the current custom fields. A field that Slack leaves out is empty. */
const customOf = (record: Dict | undefined, ids: readonly string[]): Dict =>
  Object.fromEntries(
    ids.map((id) => [
      id,
      {
        value: stringAt(record, `fields.${id}.value`) ?? "",
        alt: stringAt(record, `fields.${id}.alt`) ?? "",
      },
    ]),
  );

export const update = action({
  description: "Change the user's own profile or status. Needs a user token. An empty text clears a field.",
  params: (z) => ({
    profile: z
      .strictObject({
        status_text: z.string().max(100).optional(),
        status_emoji: z
          .string()
          .regex(/^(:[^:\s]+:)?$/)
          .describe("emoji with colons, such as :palm_tree:")
          .optional(),
        status_expiration: futureTime(z, 0).describe("End of the status; 0 for never.").optional(),
        display_name: z.string().max(80).optional(),
        real_name: z.string().max(100).optional(),
        first_name: z.string().max(35).optional(),
        last_name: z.string().max(35).optional(),
        title: z.string().optional(),
        phone: z.string().optional(),
        pronouns: z.string().optional(),
        start_date: z
          .string()
          .regex(/^(\d{4}-\d\d-\d\d)?$/)
          .describe("day, such as 2026-03-11")
          .optional(),
      })
      .default({}),
    custom_fields: z
      .record(
        z.string().regex(/^Xf[A-Z0-9]{2,}$/),
        z.strictObject({ value: z.string(), alt: z.string().optional() }),
      )
      .describe("custom fields by the ids of team.profile_fields: {Xf012AB3CD: {value}}")
      .optional()
      .meta({ rare: true }),
    user: user(z).describe("Another user; only for admins of paid teams.").optional().meta({ rare: true }),
  }),
  check: ({ profile, custom_fields: custom }) =>
    Object.keys({ ...profile, ...custom }).length > 0
      ? []
      : [{ path: "profile", message: "at least one field to change is needed" }],
  result: Profile,
  view: showsProfile,
  effect: "write",
  calls: "users.profile.set",
  example: { profile: { status_text: "On holiday", status_emoji: ":palm_tree:" } },
  async run({ profile, custom_fields: fields, user: whose }, { send }) {
    const reply = await send("users.profile.set", {
      profile: { ...profile, ...(fields === undefined ? {} : { fields }) },
      user: whose,
    });
    return { data: at(reply.body, "profile") ?? profile, meta: replyMeta(reply) };
  },
  reads: ["user_profiles.get"],
  async preview({ profile, custom_fields: custom, user: whose }, read) {
    const record = await currentRecord(read, ["user_profiles", "get", { user: whose }]);
    const { before, after } = beforeAndAfter(profile, record);
    const customBefore = custom && { custom_fields: customOf(record, Object.keys(custom)) };
    return {
      after: { ...withReadableTimes(after), ...(custom && { custom_fields: custom }) },
      ...(before ? { before: { ...withReadableTimes(before), ...never(before), ...customBefore } } : {}),
    };
  },
  undo({ user: whose }, _data, before) {
    if (!isDict(before)) return undefined;
    const { custom_fields, ...profile } = before;
    return {
      entity: "user_profiles",
      action: "update",
      params: withoutUndefined({ profile, custom_fields, user: whose }),
    };
  },
});
