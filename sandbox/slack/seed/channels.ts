import type { Note, Seed } from "../types.ts";
import {
  ALEX_KIM,
  ALEX_KIMURA,
  ASSISTANT,
  DANA,
  DEPLOY_BOT,
  INES,
  JONAS,
  LIAM,
  MAYA,
  NORA,
  PRIYA,
  RAVI,
  SOFIA,
  TOM,
} from "./people.ts";

export const GENERAL = "C07A1QW2ER3";
export const RANDOM = "C07A2RT4YU5";
export const ENGINEERING = "C07A3GP6AS7";
export const INCIDENTS = "C07A4DF8GH9";
export const DEPLOYS = "C07A5JK1LZ2";
export const RELEASES = "C07A6XC3VB4";
export const SUPPORT = "C07A7NM5QE6";
export const DESIGN = "C07A8WR7TY8";
export const MARKETING = "C07A9UH9GP1";
export const LUNCH = "C07B1AS2DF3";
export const ANALYTICS = "C07B2GH4JK5";
/** An archived channel. */
export const ATLAS = "C07B3LZ6XC7";
/** A private channel without the bot. */
export const LEADERSHIP = "C07B4VB8NM9";
/** A private channel with the bot. */
export const SECURITY = "C07B5QW1ER2";
export const TRIO = "C07C1TY3UW4";
export const BOT_WITH_MAYA = "D07D1AS5DF6";
export const MAYA_WITH_TOM = "D07D2GH7JK8";

const STAFF = [INES, MAYA, TOM, PRIYA, ALEX_KIM, ALEX_KIMURA, SOFIA, JONAS, DANA];
const ENGINEERS = [MAYA, TOM, PRIYA, ALEX_KIM];
const CREATED = 1_736_154_000;

type SeedChannel = Seed["channels"][number];

const note = (value: string, creator = INES): Note => ({
  value,
  creator: value && creator,
  last_set: value ? CREATED : 0,
});

const channel = (
  id: string,
  name: string,
  members: string[],
  [topic, purpose]: [topic: string, purpose: string],
  more: Partial<SeedChannel> = {},
): SeedChannel => ({
  id,
  name,
  kind: "public_channel",
  creator: INES,
  created: CREATED,
  members,
  topic: note(topic),
  purpose: note(purpose),
  ...more,
});

const direct = (id: string, members: string[], more: Partial<SeedChannel> = {}): SeedChannel =>
  channel(id, "", members, ["", ""], {
    kind: "im",
    creator: members[0] ?? "",
    created: CREATED + 86_400,
    ...more,
  });

export const channels = (): SeedChannel[] => [
  channel(
    GENERAL,
    "general",
    [...STAFF, ASSISTANT, DEPLOY_BOT],
    ["All-hands on Thursdays, 15:00 UTC", "News for everyone at Fernhill."],
    {
      is_general: true,
    },
  ),
  channel(RANDOM, "random", [...STAFF, ASSISTANT], ["", "Anything that is not work."]),
  channel(
    ENGINEERING,
    "engineering",
    [...ENGINEERS, ALEX_KIMURA, ASSISTANT],
    ["On call this week: <@U07AC5T1X3P>", "How we build the shop."],
    {
      creator: MAYA,
      previous_names: ["dev"],
    },
  ),
  channel(
    INCIDENTS,
    "incidents",
    [...ENGINEERS, SOFIA, JONAS, ASSISTANT, DEPLOY_BOT],
    ["Status page: https://status.fernhill.example", "One thread per incident."],
    {
      creator: TOM,
    },
  ),
  channel(
    DEPLOYS,
    "deploys",
    [...ENGINEERS, ASSISTANT, DEPLOY_BOT],
    ["", "Every deployment, by Deploy Bot."],
    { creator: TOM },
  ),
  channel(
    RELEASES,
    "releases",
    [...ENGINEERS, SOFIA, JONAS, ALEX_KIMURA, ASSISTANT, DEPLOY_BOT],
    ["Next: 2.15 on 19 March", "What ships, and when."],
    {
      creator: SOFIA,
    },
  ),
  channel(
    SUPPORT,
    "support",
    [JONAS, SOFIA, PRIYA, MAYA, ASSISTANT],
    ["Rota: Jonas Mon-Wed, Sofía Thu-Fri", "Questions from customers."],
    {
      creator: JONAS,
    },
  ),
  channel(
    DESIGN,
    "design",
    [ALEX_KIMURA, ALEX_KIM, SOFIA, MAYA, NORA, ASSISTANT],
    ["", "Work in progress; be kind."],
    { creator: ALEX_KIMURA },
  ),
  channel(
    MARKETING,
    "marketing",
    [INES, SOFIA, NORA],
    ["Spring campaign starts 23 March", "Campaigns and copy."],
    { creator: SOFIA },
  ),
  channel(LUNCH, "lunch", [...STAFF, ASSISTANT], ["Thursday: ramen :ramen:", "Who eats what, and where."], {
    creator: JONAS,
  }),
  channel(ANALYTICS, "analytics", [DANA, SOFIA, INES], ["", "Numbers and the stories behind them."], {
    creator: DANA,
  }),
  channel(
    ATLAS,
    "project-atlas-2025",
    [MAYA, PRIYA, LIAM, SOFIA, ASSISTANT],
    ["Done!", "Moving the warehouse service to Atlas."],
    {
      creator: MAYA,
      is_archived: true,
    },
  ),
  channel(LEADERSHIP, "leadership", [INES, MAYA], ["", "Budget and hiring."], { kind: "private_channel" }),
  channel(
    SECURITY,
    "security-review",
    [MAYA, TOM, RAVI, ASSISTANT],
    ["Audit window: 2-20 March", "Yearly audit."],
    {
      kind: "private_channel",
      creator: MAYA,
    },
  ),
  channel(
    TRIO,
    "mpdm-maya.chen--priya.raman--assistant-1",
    [MAYA, PRIYA, ASSISTANT],
    ["Group messaging", "Group messaging with: @maya.chen @priya.raman @assistant"],
    {
      kind: "mpim",
      creator: MAYA,
    },
  ),
  direct(BOT_WITH_MAYA, [ASSISTANT, MAYA]),
  direct(MAYA_WITH_TOM, [MAYA, TOM]),
];
