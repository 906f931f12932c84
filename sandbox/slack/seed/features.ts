import type { Seed } from "../types.ts";
import { ENGINEERING, GENERAL, INCIDENTS, SUPPORT } from "./channels.ts";
import { ALEX_KIM, INES, JONAS, MAYA, PRIYA, SOFIA, TOM } from "./people.ts";
import { at, seconds } from "./builders.ts";

const CREATED = 1_768_212_000;

const group = (
  id: string,
  handle: string,
  [name, description]: [name: string, description: string],
  users: string[],
  channels: string[],
  date_delete = 0,
): Seed["usergroups"][number] => ({
  id,
  name,
  handle,
  description,
  date_create: CREATED,
  date_update: CREATED,
  date_delete,
  created_by: INES,
  updated_by: INES,
  users,
  channels,
});

export const features = (): Pick<
  Seed,
  "bots" | "usergroups" | "reminders" | "stars" | "emoji" | "profile"
> => ({
  bots: [{ id: "B07WB7K3Q5H", app_id: "A07CAL2N8D4", name: "Calendar", updated: CREATED }],
  usergroups: [
    group(
      "S07ENG3R8N5",
      "engineers",
      ["Engineering", "Everyone who deploys"],
      [MAYA, TOM, PRIYA, ALEX_KIM],
      [ENGINEERING],
    ),
    group("S07SUP6K2T9", "support", ["Support", "First line for customers"], [JONAS, SOFIA], [SUPPORT]),
    group(
      "S07OLD1Q4W7",
      "atlas-crew",
      ["Atlas crew", "Worked on Atlas until it was done"],
      [TOM, PRIYA],
      [],
      CREATED + 86_400,
    ),
  ],
  reminders: [
    {
      id: "Rm07PM5X8C2V",
      creator: MAYA,
      user: MAYA,
      text: "write the postmortem",
      recurring: false,
      time: seconds("13 09:00:00"),
      complete_ts: 0,
    },
    {
      id: "Rm07SU3B9N6M",
      creator: MAYA,
      user: MAYA,
      text: "collect notes for the stand-up",
      recurring: true,
      time: seconds("13 09:30:00"),
      complete_ts: 0,
    },
  ],
  stars: [
    [INCIDENTS, "10 14:02:11"],
    [INCIDENTS, "10 13:59:30"],
    [GENERAL, "12 09:00:00"],
  ].map(([channel = "", moment = ""]) => ({
    user: MAYA,
    channel,
    ts: at(moment),
    date_create: seconds("12 16:00:00"),
  })),
  emoji: {
    fernhill: "https://emoji.slack-edge.com/T07K2M9QX4B/fernhill/0a1b2c3d4e5f6071.png",
    "party-otter": "https://emoji.slack-edge.com/T07K2M9QX4B/party-otter/1f2e3d4c5b6a7980.gif",
    otter: "alias:party-otter",
  },
  profile: {
    sections: [
      {
        id: "P07CT1A2B3C",
        section_type: "contact",
        label: "Contact information",
        order: 1,
        is_hidden: false,
      },
      { id: "P07AB4D5E6F", section_type: "about_me", label: "About me", order: 2, is_hidden: false },
    ],
    fields: [
      {
        id: "Xf07TM2G4H6J",
        ordering: 0,
        section_id: "P07AB4D5E6F",
        label: "Team",
        hint: "The team you work in",
        type: "text",
        is_hidden: false,
      },
      {
        id: "Xf07BD8K1L3M",
        ordering: 1,
        section_id: "P07AB4D5E6F",
        label: "Badge number",
        hint: "As printed on your badge",
        type: "text",
        is_hidden: true,
      },
    ],
  },
});
