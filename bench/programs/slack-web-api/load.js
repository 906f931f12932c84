import { WebClient } from "@slack/web-api";

const web = new WebClient("xoxb-1");
if (typeof web.chat.postMessage !== "function") throw new Error("The client is wrong.");
