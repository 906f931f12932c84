import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compileCache, turnOffArguments } from "../start-service.ts";

/** The Slack bots in `examples/`. */
export type BotName = "bolt" | "chat-sdk" | "approvals";

export interface BotOptions {
  bot: BotName;
  /** The folder in which the bot runs, and in which it keeps its store. Replicas share this folder. */
  folder: string;
  /** The address of the methods of the simulated Slack. */
  slackUrl: string;
  token: string;
  signingSecret: string;
  modelUrl: string;
  /** The name of the defence that is turned off. */
  without?: string | undefined;
}

export interface RunningBot {
  /** The address for the events of Slack. */
  url: string;
  kill(): Promise<number | null>;
  /** Sends SIGTERM, and resolves with the exit code. */
  end(): Promise<number | null>;
}

const program = fileURLToPath(new URL("bot-process.ts", import.meta.url));

/** Starts a bot of `examples/` unchanged, in a separate process. Resolves when the bot accepts events. */
export async function startBot(options: BotOptions): Promise<RunningBot> {
  const child = fork(program, [`../../../examples/slack-bot-${options.bot}.ts`], {
    cwd: options.folder,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: ["--conditions=agent-connectors-source", ...turnOffArguments(options.without)],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      CHAOS_WITHOUT: options.without ?? "",
      SLACK_API_URL: options.slackUrl,
      SLACK_BOT_TOKEN: options.token,
      SLACK_SIGNING_SECRET: options.signingSecret,
      OPENAI_API_KEY: "scripted",
      OPENAI_BASE_URL: options.modelUrl,
    },
  });
  let errors = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { url: string }).url));
    void closed.then(() => reject(new Error(`The bot did not start: ${errors}`)));
  });
  const endWith = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return closed;
  };
  return { url, kill: () => endWith("SIGKILL"), end: () => endWith("SIGTERM") };
}
