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
const daysBefore = (now: number, days: number): number => now - days * 24 * 60 * 60 * 1000;

/** A test can replace these parts of a run. */
export interface SandboxRun extends Pick<Run, "ask" | "only" | "report"> {
  /** Wraps the sandbox's `fetch`, for example to change responses. */
  around?(send: typeof fetch): typeof fetch;
}

/** Runs the checks with a bot token, a user token, a rotating user token, and the bot token of an organization. */
export async function runSlackSandbox(run: SandboxRun): Promise<void> {
  const sandbox = slackSandbox({ seed: { messages: { [channel]: [workflowMessage] } } });
  await prepare(sandbox);
  const { bot, user } = sandbox.tokens;
  for (const auth of [{ api_token: bot }, { api_token: user }, sandbox.rotating("user")])
    await runSlack(run, sandbox, auth);
  await runSlack(run, slackSandbox({ enterprise: true }), { api_token: bot });
}

async function runSlack(
  run: SandboxRun,
  sandbox: SlackSandbox,
  auth: { api_token: string } | ReturnType<SlackSandbox["rotating"]>,
): Promise<void> {
  const { clock } = sandbox;
  await runChecks(slack, {
    ...common(run, sandbox),
    open: async (fetch) => new SlackConnector({ auth }, { fetch, clock }) as unknown as OpenConnector,
    connectedAt: daysBefore(clock.now(), 40),
    rotates: "refresh_token" in auth,
    place: channel,
    config: {},
  });
}

/** Creates a canvas, and the user's direct message to the user's own account. */
async function prepare({ tokens, options }: SlackSandbox): Promise<void> {
  const slackUser = new SlackConnector({ auth: { api_token: tokens.user } }, options);
  await slackUser.execute("canvases", "create", { title: "Plan", markdown: "# Plan" });
  const { user_id } = await slackUser.execute("auth", "test").then(({ data }) => data as { user_id: string });
  await slackUser.execute("dms", "open", { users: [user_id] });
}

export async function runAdsSandbox(run: SandboxRun): Promise<void> {
  const sandbox = amazonAdsSandbox();
  const { clock } = sandbox;
  const open =
    (auth: Readonly<Record<keyof typeof sandbox.credentials, string>>) =>
    async (fetch: typeof globalThis.fetch) =>
      new AmazonAdsConnector({ auth }, { fetch, clock }) as unknown as OpenConnector;
  const shared = { ...common(run, sandbox), rotates: true, place: await createCampaign(sandbox), config: {} };
  await runChecks(amazonAds, { ...shared, open: open(sandbox.credentials), connectedAt: clock.now() });
  const { notPermitted, revoked } = sandbox.otherCredentials;
  await runChecks(amazonAds, { ...shared, open: open(notPermitted), connectedAt: clock.now() });
  // These credentials are revoked, so the person skips the question whether Amazon's approval is missing.
  const ask = async () => undefined;
  await runChecks(amazonAds, {
    ...shared,
    ask,
    open: open(revoked),
    connectedAt: daysBefore(clock.now(), 400),
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
  { around = (send) => send, ask, only, report }: SandboxRun,
  { fetch, clock }: Pick<SlackSandbox, "fetch" | "clock">,
) => ({
  send: around(fetch),
  clock,
  ask,
  only,
  report,
  against: "the sandbox" as const,
  allowWrites: true,
});
