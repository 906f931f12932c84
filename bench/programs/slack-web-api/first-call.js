import { WebClient } from "@slack/web-api";

const web = new WebClient("xoxb-1", { slackApiUrl: `${process.argv[2]}/` });
const { channel } = await web.conversations.info({ channel: "C012AB3CD" });
if (channel.id !== "C012AB3CD") throw new Error("The result is wrong.");
