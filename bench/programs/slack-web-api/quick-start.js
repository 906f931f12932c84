import { WebClient } from "@slack/web-api";

// The first program of the README of @slack/web-api.
const web = new WebClient(process.env.SLACK_TOKEN, { slackApiUrl: `${process.argv[2]}/` });
const conversationId = "C012AB3CD";
const result = await web.chat.postMessage({ text: "Hello world!", channel: conversationId });
console.log(`Successfully send message ${result.ts} in conversation ${conversationId}`);
