import { WebClient } from "@slack/web-api";

export function open(endpoint) {
  const web = new WebClient("xoxb-1", { slackApiUrl: `${endpoint}/` });
  return {
    small: async () => (await web.conversations.info({ channel: "C012AB3CD" })).channel.id,
    page: async () => (await web.conversations.list({ limit: 90 })).channels[0].id,
    async *records() {
      for await (const page of web.paginate("conversations.list", { limit: 100 })) yield* page.channels;
    },
  };
}
