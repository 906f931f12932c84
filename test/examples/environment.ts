import { slackSandbox } from "agent-connectors/sandbox";

/** The options of Node with which a program reaches a sandbox instead of Slack. */
export const onSandbox = ["--import", "./test/examples/slack-is-sandbox.ts"];

/** The environment variables with which a program reaches a simulated provider at `url`. */
export const environment = (url: string): Record<string, string> => ({
  SLACK_TOKEN: slackSandbox().tokens.bot,
  OPENAI_API_KEY: "sk-test",
  OPENAI_BASE_URL: `${url}/v1`,
  ANTHROPIC_API_KEY: "sk-test",
  ANTHROPIC_BASE_URL: url,
  GEMINI_API_KEY: "test",
  GOOGLE_GEMINI_BASE_URL: url,
});
