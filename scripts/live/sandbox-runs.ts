import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import {
  type AmazonAdsSandbox,
  type SlackSandbox,
  amazonAdsSandbox,
  slackSandbox,
} from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import type { OpenConnector } from "../../cli/known.ts";
import { amazonAds, slack } from "./platforms.ts";
import { type Run, runChecks } from "./run-checks.ts";

/** The writing checks post in this channel of the sandbox. */
const channel = "C07A2RT4YU5";
const workflowMessage = {
  ts: "1773300000.000100",
  bot_id: "B07WF0LIVE1",
  bot_profile: { id: "B07WF0LIVE1", name: "Onboarding", is_workflow_bot: true },
  subtype: "bot_message",
  text: "Welcome",
};

/** A test can replace these parts of a run. */
export interface SandboxRun extends Pick<Run, "only" | "report"> {
  /** Wraps the sandbox's `fetch`, for example to change responses. */
  around?(send: typeof fetch): typeof fetch;
}

/** Runs the checks with a bot token and with a user token. */
export async function runSlackSandbox(run: SandboxRun): Promise<void> {
  const sandbox = slackSandbox({ seed: { messages: { [channel]: [workflowMessage] } } });
  const { clock, tokens } = sandbox;
  for (const api_token of [tokens.bot, tokens.user])
    await runChecks(slack, {
      ...common(run, sandbox),
      open: async (fetch) =>
        new SlackConnector({ auth: { api_token } }, { fetch, clock }) as unknown as OpenConnector,
      place: channel,
      config: {},
    });
}

export async function runAdsSandbox(run: SandboxRun): Promise<void> {
  const sandbox = amazonAdsSandbox();
  const { clock, credentials: auth } = sandbox;
  await runChecks(amazonAds, {
    ...common(run, sandbox),
    open: async (fetch) => new AmazonAdsConnector({ auth }, { fetch, clock }) as unknown as OpenConnector,
    place: await createCampaign(sandbox),
    config: {},
  });
}

/** Creates a paused campaign in a portfolio of the first profile. */
async function createCampaign({ credentials, options }: AmazonAdsSandbox): Promise<string> {
  const ads = new AmazonAdsConnector({ auth: credentials }, options);
  const { data: profiles } = await ads.execute("profiles", "list");
  const { profileId } = profiles.find(({ accountInfo }) => accountInfo?.type !== "agency")!;
  const { data: portfolios } = await ads.execute("portfolios", "list", { profileId });
  const campaign = {
    name: "Live checks",
    state: "PAUSED" as const,
    targetingType: "MANUAL" as const,
    budget: { budget: 5 },
    portfolioId: portfolios[0]!.portfolioId!,
  };
  const made = await ads.execute("sponsored_product_campaigns", "create", {
    campaigns: [campaign],
    profileId,
  });
  return String(made.data.succeeded[0]!.id);
}

const common = (
  { around = (send) => send, only, report }: SandboxRun,
  { fetch, clock }: Pick<SlackSandbox, "fetch" | "clock">,
) => ({
  send: around(fetch),
  clock,
  only,
  report,
  against: "the sandbox" as const,
  allowWrites: true,
});
