import { action } from "../../core/action.ts";
import { channel } from "./params.ts";
import { Bookmark } from "./records.ts";

export const create = action({
  description: "Add a link to a channel's bookmarks.",
  params: (z) => ({
    channel: channel(z),
    title: z.string().min(1).max(256),
    link: z.url({ protocol: /^https?$/ }).max(2048),
    type: z.enum(["link"]).default("link").meta({ rare: true }),
    emoji: z
      .string()
      .regex(/^:[^:\s]+(::skin-tone-[2-6])?:$/)
      .describe("emoji with colons, such as :pushpin:")
      .optional(),
  }),
  result: Bookmark,
  effect: "write",
  calls: "bookmarks.add",
  pick: "bookmark",
  example: { channel: "C012AB3CD", title: "Runbook", link: "https://wiki.example.com/runbook" },
});
