import type { Team, User } from "../types.ts";

export const team: Team = {
  id: "T07K2M9QX4B",
  name: "Fernhill Outdoor",
  domain: "fernhill-outdoor",
  email_domain: "fernhill.example",
};

export const INES = "U07A9F2KQ1R";
export const MAYA = "U07AB3D8W2M";
export const TOM = "U07AC5T1X3P";
export const PRIYA = "U07AD7Y4Z6N";
export const ALEX_KIM = "U07AE2H9V8K";
export const ALEX_KIMURA = "U07AF6J3C5T";
export const SOFIA = "U07AG8L5B7S";
export const JONAS = "U07AH4N2D9Q";
export const DANA = "U07AJ1P6F3W";
export const LIAM = "U07AK9R8G4X";
export const NORA = "U07AL5S7H2Y";
export const RAVI = "U07AM3U1J6Z";
export const ASSISTANT = "U07BT6A4R2C";
export const DEPLOY_BOT = "U07BT8D5S3V";

const person = (
  id: string,
  name: string,
  real_name: string,
  title: string,
  more: Partial<User> = {},
): User => ({
  id,
  name,
  real_name,
  display_name: real_name.split(" ")[0]?.toLowerCase() ?? "",
  email: `${name}@${team.email_domain}`,
  title,
  tz: "Europe/London",
  updated: 1_768_212_000,
  ...more,
});

export const users = (): User[] => [
  person(INES, "ines.moreau", "Inês Moreau", "Chief Executive", {
    is_admin: true,
    is_owner: true,
    is_primary_owner: true,
    tz: "Europe/Berlin",
  }),
  person(MAYA, "maya.chen", "Maya Chen", "Engineering Manager", {
    is_admin: true,
    tz: "America/New_York",
    status_text: "Quarterly planning",
    status_emoji: ":spiral_calendar_pad:",
  }),
  person(TOM, "tom.okafor", "Tom Okafor", "Site Reliability Engineer", {
    status_text: "On call",
    status_emoji: ":pager:",
    phone: "+44 20 7946 0117",
    pronouns: "he/him",
    start_date: "2025-04-07",
    fields: { Xf07TM2G4H6J: { value: "Platform", alt: "" } },
  }),
  person(PRIYA, "priya.raman", "Priya Raman", "Backend Engineer", { tz: "Asia/Kolkata" }),
  person(ALEX_KIM, "alex.kim", "Alex Kim", "Frontend Engineer", { tz: "America/Los_Angeles" }),
  person(ALEX_KIMURA, "alex.kimura", "Alex Kimura", "Product Designer", {
    display_name: "alex k.",
    tz: "Asia/Tokyo",
  }),
  person(SOFIA, "sofia.almeida", "Sofía Almeida", "Product Manager", { tz: "America/Sao_Paulo" }),
  person(JONAS, "jonas.weber", "Jonas Weber", "Support Lead", { tz: "Europe/Berlin" }),
  person(DANA, "dana.fisher", "Dana Fisher", "Data Analyst", {
    tz: "America/New_York",
    status_text: "Out until Monday",
    status_emoji: ":palm_tree:",
    presence: "away",
  }),
  person(LIAM, "liam.walsh", "Liam Walsh", "Backend Engineer", { deleted: true }),
  person(NORA, "nora.lindqvist", "Nora Lindqvist", "Copywriter, Birch & Pine", {
    email: "nora@birchandpine.example",
    is_restricted: true,
    tz: "Europe/Berlin",
  }),
  person(RAVI, "ravi.patel", "Ravi Patel", "External Auditor", {
    email: "ravi.patel@ledgerline.example",
    is_ultra_restricted: true,
  }),
  {
    id: ASSISTANT,
    name: "assistant",
    real_name: "Assistant",
    is_bot: true,
    bot_id: "B07AS5T9N1L",
    app_id: "A07ZQ3W8E2R",
    updated: 1_767_607_200,
  },
  {
    id: DEPLOY_BOT,
    name: "deploybot",
    real_name: "Deploy Bot",
    is_bot: true,
    bot_id: "B07DP2K6M8J",
    app_id: "A07YH4N5T6P",
    updated: 1_767_607_200,
  },
  { id: "USLACKBOT", name: "slackbot", real_name: "Slackbot", display_name: "Slackbot", updated: 0 },
];
