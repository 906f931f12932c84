import { slackSandbox, type SlackSandbox, type SlackSandboxOptions } from "agent-connectors/sandbox";

export type Answer = Record<string, unknown> & { ok: boolean; error?: string };

export interface Driver {
  sandbox: SlackSandbox;
  /** Calls a method with form arguments and the bot's token, or another. */
  call(method: string, args?: Record<string, string>, token?: string): Promise<Answer>;
  /** The same, with the whole response. */
  request(method: string, args?: Record<string, string>, token?: string): Promise<Response>;
  /** Id of a channel or user by its name. */
  id(name: string): string;
  /** The ts of the first message of a channel that `finds` passes. */
  ts(channel: string, finds: (text: string) => boolean): string;
}

export function drive(options: SlackSandboxOptions = {}): Driver {
  const sandbox = slackSandbox(options);
  const request: Driver["request"] = (method, args = {}, token = sandbox.tokens.bot) =>
    sandbox.fetch(`https://slack.com/api/${method}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(args),
    });
  return {
    sandbox,
    request,
    call: async (...args) => (await (await request(...args)).json()) as Answer,
    id: (name) => {
      const { channels, users } = sandbox.state();
      const found = [...channels, ...users].find((each) => each.name === name);
      if (!found) throw new Error(`nothing is called ${name}`);
      return found.id;
    },
    ts: (channel, finds) => {
      const found = sandbox
        .state()
        .channels.find(({ name }) => name === channel)
        ?.messages.find(({ text }) => finds(text));
      if (!found) throw new Error(`no such message in ${channel}`);
      return found.ts;
    },
  };
}
