export { WebClient } from "@slack/web-api";
