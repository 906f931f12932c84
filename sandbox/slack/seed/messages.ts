import type { Message } from "../types.ts";
import * as channel from "./channels.ts";
import { deploys, incidents, releases } from "./messages-of-bots.ts";
import {
  ALEX_KIM,
  ALEX_KIMURA,
  DANA,
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
import { MOCKUP_FILE } from "./files-and-bookmarks.ts";
import { assistant, at, joins, notes, reactions, says, thread } from "./builders.ts";

export const messages = (): Record<string, Message[]> => ({
  [channel.GENERAL]: [
    joins(DANA, "02 09:00:12"),
    says(
      INES,
      "09 08:55:00",
      "Good morning <!channel>! The spring catalogue goes live on *23 March*. Thank you all for the long February :evergreen_tree:",
      reactions(
        ["tada", MAYA, TOM, SOFIA, JONAS, DANA],
        ["evergreen_tree", ALEX_KIMURA, PRIYA],
        ["heart", NORA],
      ),
    ),
    says(
      SOFIA,
      "09 09:20:31",
      "Slides from the planning meeting: <https://wiki.fernhill.example/plan-q2|Plan for Q2>. Comments until Wednesday, please.",
    ),
    says(
      JONAS,
      "11 16:02:45",
      "The office is closed on Friday afternoon: they are testing the fire alarm from 14:00 to 16:00 :fire_engine:",
    ),
    {
      type: "message",
      subtype: "bot_message",
      bot_id: "B07WB7K3Q5H",
      username: "Calendar",
      icons: { emoji: ":calendar:" },
      text: "All-hands today at <!date^1773327600^{time}|15:00 UTC> in the big room &amp; on video.",
      ts: at("12 09:00:00"),
    },
  ],
  [channel.RANDOM]: [
    says(
      ALEX_KIM,
      "06 17:40:20",
      "Weekend poll: is a hot dog a sandwich? :thinking_face:",
      reactions(["+1", TOM], ["-1", MAYA, PRIYA, SOFIA, JONAS]),
    ),
    ...thread(
      "06 17:40:20",
      says(TOM, "06 17:42:03", "Bread, filling, bread. I rest my case."),
      says(MAYA, "06 17:43:37", "It is *one* piece of bread, Tom."),
    ),
    says(
      PRIYA,
      "09 13:05:54",
      "Found this fellow on the balcony this morning 🦉 he did not want to talk about work either",
    ),
  ],
  [channel.ENGINEERING]: [
    joins(ALEX_KIMURA, "02 10:15:00"),
    notes("channel_topic", MAYA, "09 07:58:10", `set the channel topic: On call this week: <@${TOM}>`, {
      topic: `On call this week: <@${TOM}>`,
    }),
    says(
      PRIYA,
      "10 10:11:09",
      "The stock service now answers in 40 ms instead of 900. The query was\n```\nSELECT sku, count(*) FROM stock\nWHERE site &lt;&gt; 'returns' AND qty &gt; 0\nGROUP BY sku;\n```\nand only missed an index on `site`. Review: <https://git.fernhill.example/shop/stock/pulls/412|stock#412>",
      {
        edited: { user: PRIYA, ts: `${at("10 10:14:00").split(".")[0]}.000000` },
        ...reactions(["rocket", MAYA, TOM, ALEX_KIM]),
      },
    ),
    ...thread(
      "10 10:11:09",
      says(TOM, "10 10:20:55", "Lovely. Does it survive the nightly import?"),
      says(
        PRIYA,
        "10 10:22:40",
        `It does: the import adds 3 s. <@${ALEX_KIM}> you can drop the cache in the product page now.`,
      ),
      says(ALEX_KIM, "10 16:31:02", "Dropped! 212 lines less :scissors:"),
    ),
    says(
      ALEX_KIM,
      "11 17:25:13",
      `Who can look at <https://git.fernhill.example/shop/web/pulls/1288|web#1288>? It touches the basket &amp; I would like a second pair of eyes. cc <@${ALEX_KIMURA}>`,
    ),
    assistant("12 08:00:00", "*Open reviews older than two days:* web#1280, stock#407, payments#95"),
    says(
      MAYA,
      "12 14:45:31",
      `Reminder: retro of Tuesday's incident at 16:00, notes in <#${channel.INCIDENTS}|incidents>.`,
    ),
  ],
  [channel.INCIDENTS]: incidents(),
  [channel.DEPLOYS]: deploys(),
  [channel.RELEASES]: releases(),
  [channel.SUPPORT]: [
    says(
      JONAS,
      "11 10:03:17",
      'Customer 40-1187 says the <https://shop.fernhill.example/p/kestrel-tent|Kestrel tent> page shows "In stock" but the basket refuses it.\n&gt; I tried three times &amp; on two phones. Is it &lt;sold out&gt; or not?',
      reactions(["eyes", PRIYA]),
    ),
    ...thread(
      "11 10:03:17",
      says(
        PRIYA,
        "11 10:15:48",
        "That is the old cache; gone since yesterday's deploy. Can they reload once?",
      ),
      says(
        JONAS,
        "11 11:02:09",
        "They could, and they bought two. Thank you! :tent:",
        reactions(["tada", PRIYA, SOFIA]),
      ),
    ),
    says(
      JONAS,
      "12 09:48:26",
      "<!subteam^S07RT5H2K9B|@support-rota> 14 new tickets overnight, 9 of them about the size guide. <!here> anyone free at 11:00?",
    ),
    says(SOFIA, "12 09:52:11", "I am. The new guide ships with 2.15 :wave:"),
  ],
  [channel.DESIGN]: [
    says(
      ALEX_KIMURA,
      "11 08:12:04",
      `Third try of the size guide. <@${NORA}> the words are yours :pencil2:`,
      {
        subtype: "file_share",
        files: [{ id: MOCKUP_FILE }],
        upload: false,
        ...reactions(["heart_eyes", SOFIA, ALEX_KIM], ["+1", MAYA]),
      },
    ),
    ...thread(
      "11 08:12:04",
      says(
        NORA,
        "11 09:30:00",
        'I would say "Measure around the fullest part" instead of "Chest". Shorter texts for the rest tomorrow.',
      ),
      says(ALEX_KIMURA, "11 09:34:21", "Yes! And metric first?"),
      says(NORA, "11 09:35:02", "Metric first."),
    ),
    says(
      ALEX_KIM,
      "12 11:18:40",
      "Contrast of the new green is 3.9:1. We need 4.5:1 for small text; `#2f6b3a` would do.",
    ),
  ],
  [channel.MARKETING]: [
    says(
      NORA,
      "11 14:20:05",
      'First draft of the spring mail: "The trail remembers you." Too much?',
      reactions(["joy", SOFIA]),
    ),
    says(SOFIA, "11 14:26:48", 'A little. I like "Dry feet, far away."'),
  ],
  [channel.LUNCH]: [
    says(
      JONAS,
      "12 10:30:00",
      "Ramen today at 12:30? React with :ramen: and I book.",
      reactions(["ramen", TOM, MAYA, PRIYA, ALEX_KIMURA, SOFIA], ["sandwich", DANA]),
    ),
    ...thread(
      "12 10:30:00",
      says(TOM, "12 10:31:12", "Extra chili for me :hot_pepper:"),
      says(SOFIA, "12 10:33:50", "Is there something without pork?"),
      says(
        JONAS,
        "12 10:35:27",
        "Two veggie bowls on the menu: miso &amp; tofu. Booked for six at Koi, 12:30.",
      ),
    ),
    says(PRIYA, "12 13:45:10", "Best bowl this year :drooling_face: thanks Jonas"),
  ],
  [channel.ANALYTICS]: [
    says(
      DANA,
      "06 15:00:00",
      "Week 10: 12,480 orders (+4 %), average basket 71.30 EUR (-1 %), returns 6.2 %. Tents lead for the first time.",
    ),
    says(INES, "06 15:12:33", "Lovely. What moved the basket?"),
  ],
  [channel.ATLAS]: [
    says(
      LIAM,
      "02 16:40:00",
      "Last job moved. Atlas runs the warehouse now :checkered_flag:",
      reactions(["checkered_flag", MAYA, PRIYA]),
    ),
    says(MAYA, "02 16:55:19", "Thank you both. I archive this channel; questions go to #engineering."),
    notes("channel_archive", MAYA, "02 16:56:00", "archived the channel"),
  ],
  [channel.LEADERSHIP]: [
    says(
      INES,
      "11 18:05:00",
      "The budget for the second warehouse is through. Not public before Monday, please.",
    ),
  ],
  [channel.SECURITY]: [
    says(MAYA, "09 11:00:00", `<@${RAVI}> starts the yearly audit today. Please answer here, not by mail.`),
    says(
      RAVI,
      "10 09:14:26",
      "Good morning. I would need the list of people with production access, as of 1 March.",
    ),
    says(TOM, "10 09:40:03", "It is in the shared folder, file `access-2026-03-01.csv`."),
  ],
  [channel.TRIO]: [
    says(MAYA, "12 15:01:30", "Can the assistant collect the open points of the incident for the retro?"),
    says(PRIYA, "12 15:03:02", "I added mine to the thread."),
  ],
  [channel.BOT_WITH_MAYA]: [
    says(MAYA, "12 08:02:11", "What is waiting for my review?"),
    assistant("12 08:02:14", "Three pull requests: web#1280, stock#407, payments#95."),
  ],
  [channel.MAYA_WITH_TOM]: [
    says(TOM, "12 12:05:40", "Do you have ten minutes before the retro?"),
    says(MAYA, "12 12:07:15", "15:45 works."),
  ],
});
