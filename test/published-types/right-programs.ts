/** Programs that must compile with the strictest options, by file name. They use the published types as users do. */
export const rightPrograms: Readonly<Record<string, string>> = {
  "slack.ts": `
    import { SlackConnector } from "agent-connectors/slack";
    declare const slack: SlackConnector;
    declare const some: string;
    declare const maybe: string | undefined;
    const { data } = await slack.channels.list({ limit: 5 });
    const params = { channel: "C1", text: data[0]?.name ?? "", thread_ts: maybe };
    export const sent = await slack.messages.create(params);
    export const both = await slack.execute("messages", "create", { ...params, dry_run: some === "x" });
    export const user = await slack.execute("users", "get", { user: "U1" });
    for (const entity of ["users", "channels"] as const) await slack.execute(entity, "list", { limit: 5 });
    export const texts: string[] = [];
    for await (const message of slack.channel_messages.list.all({ channel: "C1" })) texts.push(message.text ?? "");
    await slack.files.upload({ filename: "a", content: new Uint8Array(), channel: maybe });
    await slack.tool({ include: ["messages.create"] });
    await slack.messages.update({ channel: "C1", ts: "1.2", blocks: [{ type: "divider" }] }, { idempotencyKey: "k" });
    new SlackConnector({ auth: { api_token: "x" } }, { policy: [{ exclude: ["messages"] }, { only: { channel: ["C1"] } }] });`,
  "amazon-ads.ts": `
    import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
    declare const ads: AmazonAdsConnector;
    const { data } = await ads.sponsored_product_campaigns.list({ limit: 5 });
    export const changed = await ads.sponsored_product_campaigns.update({ campaigns: [{ campaignId: data[0]!.campaignId, state: "PAUSED" }] });
    export const run = await ads.execute("reports", "types");
    export const ideas = await ads.sponsored_product_keywords.keyword_recommendations({ campaignId: "1", adGroupId: "2" });
    await ads.tool({ include: ["reports.run"], caps: { max_bid: { USD: 2 } } });`,
};

/** A program with names that only the published declarations have. */
export const programWithNames = `
    import type { Message, MessageCreateParams, SlackConnector } from "agent-connectors/slack";
    declare const slack: SlackConnector;
    const params: MessageCreateParams = { channel: "C1", text: "Hi" };
    export const planned: string = (await slack.messages.create({ ...params, dry_run: true })).data.entity;
    export const texts: string[] = [];
    for await (const message of slack.channel_messages.list.all({ channel: "C1" })) texts.push((message satisfies Message).text ?? "");`;
