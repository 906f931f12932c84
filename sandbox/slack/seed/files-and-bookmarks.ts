import type { Bookmark, File, Pin } from "../types.ts";
import { DESIGN, ENGINEERING, INCIDENTS, RELEASES } from "./channels.ts";
import { ALEX_KIMURA, MAYA, SOFIA, team, TOM } from "./people.ts";
import { at, seconds } from "./builders.ts";

export const LOG_FILE = "F07LG4K8T2N";
export const MOCKUP_FILE = "F07MK6P1W9D";

export const pins = (): Record<string, Pin[]> => ({
  [INCIDENTS]: [{ ts: at("10 14:02:11"), created: seconds("10 15:40:02"), created_by: TOM }],
  [RELEASES]: [{ ts: at("12 09:30:00"), created: seconds("12 09:41:18"), created_by: SOFIA }],
});

const link = (
  id: string,
  channel_id: string,
  title: string,
  url: string,
  emoji: string,
  rank: string,
): Bookmark => ({
  id,
  channel_id,
  title,
  link: url,
  emoji,
  icon_url: "",
  type: "link",
  entity_id: null,
  date_created: 1_768_212_000,
  date_updated: 0,
  rank,
  last_updated_by_user_id: MAYA,
  last_updated_by_team_id: team.id,
  shortcut_id: null,
  app_id: null,
});

export const bookmarks = (): Bookmark[] => [
  link("Bk07RB3K9T1S", ENGINEERING, "Runbooks", "https://wiki.fernhill.example/runbooks", ":books:", "g"),
  link(
    "Bk07CH5M2V4D",
    ENGINEERING,
    "Architecture",
    "https://wiki.fernhill.example/architecture",
    ":bricks:",
    "n",
  ),
  link("Bk07ST8P6X7F", INCIDENTS, "Status page", "https://status.fernhill.example", ":traffic_light:", "g"),
];

const LOG = [
  "2026-03-10T13:58:41Z payments ERROR pool exhausted: 50/50 connections in use, waited 30000 ms",
  "2026-03-10T13:58:41Z checkout ERROR POST /orders -> 503 (payments unavailable)",
  "2026-03-10T13:58:44Z payments ERROR pool exhausted: 50/50 connections in use, waited 30000 ms",
  '2026-03-10T13:59:02Z payments WARN  slow query 28114 ms: SELECT * FROM refunds WHERE note LIKE "%<none>%" & archived',
].join("\n");

export const files = (): File[] => [
  {
    id: LOG_FILE,
    created: seconds("10 14:09:35"),
    name: "payments-pool.log",
    title: "payments-pool.log",
    mimetype: "text/plain",
    filetype: "text",
    pretty_type: "Plain Text",
    user: TOM,
    size: LOG.length,
    content: LOG,
    shares: { [INCIDENTS]: [at("10 14:09:36")] },
  },
  {
    id: MOCKUP_FILE,
    created: seconds("11 08:12:00"),
    name: "size-guide-v3.png",
    title: "Size guide, third try",
    mimetype: "image/png",
    filetype: "png",
    pretty_type: "PNG",
    user: ALEX_KIMURA,
    size: 184_233,
    width: 1440,
    height: 1024,
    shares: { [DESIGN]: [at("11 08:12:04")] },
  },
];
