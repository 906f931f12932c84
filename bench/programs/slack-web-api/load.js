import { WebClient } from "@slack/web-api";

console.log(typeof new WebClient("xoxb-1").chat.postMessage);
