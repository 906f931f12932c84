import { read } from "../agent/read.ts";
import { reasons } from "./reasons.ts";
import type { Script } from "./scripted-model.ts";

/** Requests that the script understands. */
export const suggestions = [
  "What is new in #general?",
  "Tell #general that lunch is here.",
  "Raise the daily budget of Tents - Exact to 90.",
];

/** A script in place of a model. It understands three kinds of requests. */
export function* script(request: string): Script {
  const [, readChannel] = /(?:new|happening|said) in (#[\w-]+)/i.exec(request) ?? [];
  if (readChannel) return yield* summarize(readChannel);
  const [, postChannel, text] = /^tell (#[\w-]+) (?:that )?(.+)$/is.exec(request) ?? [];
  if (postChannel && text) return yield* post(postChannel, text);
  const [, campaign, budget] = /budget of (.+) to (\d+(?:\.\d+)?)/i.exec(request) ?? [];
  if (campaign) return yield* setBudget(campaign, Number(budget));
  return `I am a script in place of a model. I understand, for example:\n\n${suggestions.map((one) => `- ${one}`).join("\n")}`;
}

interface Message {
  author?: string;
  text?: string;
  subtype?: string;
}

function* summarize(channel: string): Script {
  const { data, error } = read<Message[]>(yield slack("channel_messages", "list", { channel, limit: 8 }));
  if (error) return `I could not read ${channel}.`;
  const written = data.filter(({ text, subtype }) => text && subtype !== "channel_join");
  const lines = written
    .slice(0, 4)
    .map(({ author = "Somebody", text }) => `- **${author.replace(/ \(\w+\)$/, "")}**: ${short(text!)}`);
  return `The latest messages in ${channel}:\n\n${lines.join("\n")}`;
}

function* post(channel: string, text: string): Script {
  const said = text[0]!.toUpperCase() + text.slice(1);
  const result = yield slack("messages", "create", { channel, text: said });
  const problem = problemIn(result);
  if (problem !== undefined) return problem;
  return `I posted the message in ${channel}.`;
}

interface Profile {
  profileId: string;
  accountInfo: { type: string };
}
interface Campaign {
  campaignId: string;
  name: string;
  budget: { budget: number };
}

function* setBudget(name: string, budget: number): Script {
  const profiles = read<Profile[]>(yield ads("profiles", "list", {})).data;
  const profile = profiles.find(({ accountInfo }) => accountInfo.type !== "agency");
  if (!profile) return "This account has no profile of an advertiser.";
  const { profileId } = profile;
  const listed = yield ads("sponsored_product_campaigns", "list", {
    profileId,
    states: ["ENABLED"],
    limit: 50,
  });
  const campaign = read<Campaign[]>(listed).data.find((one) => one.name === name);
  if (!campaign) return `This account has no running campaign with the name ${name}.`;
  const { campaignId } = campaign;
  const change = { campaignId, budget: { budget, budgetType: "DAILY" } };
  const problem = problemIn(
    yield ads("sponsored_product_campaigns", "update", { profileId, campaigns: [change] }),
  );
  if (problem !== undefined) return problem;
  const after = read<Campaign>(
    yield ads("sponsored_product_campaigns", "get", { profileId, campaignId }),
  ).data;
  return `The daily budget of ${name} went from ${campaign.budget.budget} to ${after.budget.budget}.`;
}

/** Returns a text for the person if a write failed, and undefined if it succeeded. */
function problemIn(result: string): string | undefined {
  if (result === reasons.denied) return "All right, I changed nothing.";
  if (!result.startsWith("{")) return `I changed nothing: ${result}`;
  const { message, code } = JSON.parse(result) as { message?: string; code?: string };
  return code === undefined ? undefined : `I changed nothing. ${message}`;
}

const slack = (entity: string, action: string, params: object) => ({
  toolName: "slack",
  input: { entity, action, params },
});
const ads = (entity: string, action: string, params: object) => ({
  toolName: "amazon_ads",
  input: { entity, action, params },
});
const short = (text: string) => (text.length > 90 ? `${text.slice(0, text.lastIndexOf(" ", 90))} …` : text);
