import { amazonAds } from "./amazon-ads.ts";
import { github } from "./github.ts";
import { gmail } from "./gmail.ts";
import { googleCalendar } from "./google-calendar.ts";
import { linear } from "./linear.ts";
import { notion } from "./notion.ts";
import { slack } from "./slack.ts";

/** The platforms that tasks can use. The first platform of a task is the first of this list. */
export const platforms = {
  slack,
  "amazon-ads": amazonAds,
  notion,
  github,
  gmail,
  "google-calendar": googleCalendar,
  linear,
};

export type ConnectorName = keyof typeof platforms;
export const connectorNames = Object.keys(platforms) as ConnectorName[];
