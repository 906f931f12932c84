import { type Call, findUser, isStaff } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { fullProfile } from "../records/profile.ts";
import { refusal } from "../call/refusal.ts";
import type { User } from "../types.ts";
import type { Method } from "../call/method.ts";
import { TIER_3, TIER_4 } from "../call/rate-limits.ts";
import { anyToken, userToken } from "../call/scopes.ts";

const MAX_STATUS = 100;

/** The sandbox's names for text fields, by Slack's name. */
const TEXTS = {
  title: "title",
  phone: "phone",
  pronouns: "pronouns",
  start_date: "start_date",
  display_name: "display_name",
  status_text: "status_text",
  status_emoji: "status_emoji",
} as const;

export const profiles: Record<string, Method> = {
  "users.profile.get": {
    scopes: anyToken("users.profile:read"),
    rate: TIER_4,
    formOnly: true,
    run: (call) => {
      const asked = call.args.text("user");
      const user = asked ? findUser(call, asked, () => refusal("user_not_found")) : call.actor;
      return { profile: fullProfile(call.workspace, user, viewOf(call)) };
    },
  },

  "users.profile.set": {
    scopes: userToken("users.profile:write"),
    rate: TIER_3,
    run: (call) => {
      const changes = readProfile(call);
      const asked = call.args.text("user");
      const user = asked ? findUser(call, asked, () => refusal("user_not_found")) : call.actor;
      if (user !== call.actor && !isStaff(call.actor)) throw refusal("not_admin");
      if (user !== call.actor && user.is_bot) throw refusal("not_app_admin");
      if (user !== call.actor && isStaff(user) && !call.actor.is_primary_owner)
        throw refusal("cannot_update_admin_user");
      if ("email" in changes && !isStaff(call.actor)) throw refusal("not_admin");
      check(changes);
      apply(user, changes);
      user.updated = call.workspace.seconds();
      return { profile: fullProfile(call.workspace, user, viewOf(call)), username: user.name };
    },
  },

  "team.profile.get": {
    scopes: anyToken("users.profile:read"),
    rate: TIER_3,
    formOnly: true,
    run: ({ workspace: { profile, team }, args }) => {
      const wanted = { visible: false, hidden: true }[args.text("visibility") ?? "all"];
      return {
        profile: {
          fields: profile.fields
            .filter((field) => wanted === undefined || field.is_hidden === wanted)
            .map((field) => ({
              ...field,
              field_name: field.label.toLowerCase().replaceAll(" ", "_"),
              possible_values: null,
              options: { is_scim: false, is_protected: false },
            })),
          sections: profile.sections.map((section) => ({ ...section, team_id: team.id })),
        },
      };
    },
  },
};

const viewOf = ({ args, token }: Call): { email: boolean; labels: boolean } => ({
  email: token.scopes.includes("users:read.email"),
  labels: args.flag("include_labels"),
});

function readProfile({ args }: Call): Fields {
  const name = args.text("name");
  if (name) return { [name]: args.text("value") ?? "" };
  let profile: unknown;
  try {
    profile = args.json("profile");
  } catch {
    throw refusal("invalid_profile");
  }
  if (typeof profile !== "object" || profile === null || Array.isArray(profile))
    throw refusal("invalid_profile");
  return profile as Fields;
}

function check(changes: Fields): void {
  const { status_text, status_emoji } = changes;
  if (String(status_text ?? "").length > MAX_STATUS) throw refusal("too_long");
  if (status_text === "" && status_emoji === undefined)
    throw refusal("must_clear_both_status_text_and_status_emoji");
  if (status_emoji !== undefined && !/^(:[^:\s]+(::skin-tone-[2-6])?:)?$/.test(String(status_emoji)))
    throw refusal("profile_set_failed");
  for (const name of ["first_name", "last_name", "real_name", "display_name"]) {
    const value = String(changes[name] ?? "");
    if (/https?:\/\//.test(value)) throw refusal("name_not_allowed");
    if (value.startsWith("@")) throw refusal("invalid_starts_with_at");
  }
}

function apply(user: User, changes: Fields): void {
  for (const [name, own] of Object.entries(TEXTS)) {
    if (name in changes) user[own] = String(changes[name] ?? "");
  }
  if ("email" in changes) user.email = String(changes["email"]);
  if ("status_expiration" in changes) user.status_expiration = Number(changes["status_expiration"]);
  else if ("status_text" in changes || "status_emoji" in changes) delete user.status_expiration;
  const [first = "", ...rest] = user.real_name.split(" ");
  const { first_name = first, last_name = rest.join(" "), real_name } = changes;
  user.real_name = String(real_name ?? `${String(first_name)} ${String(last_name)}`).trim();
  if (typeof changes["fields"] !== "object" || changes["fields"] === null) return;
  user.fields = { ...user.fields };
  for (const [id, field] of Object.entries(changes["fields"] as Record<string, unknown>)) {
    const { value = "", alt = "" } = (typeof field === "string" ? { value: field } : field) as Fields;
    if (value === "") delete user.fields[id];
    else user.fields[id] = { value: String(value), alt: String(alt) };
  }
}
