import { slackSandbox, type SlackSandbox, type SlackSandboxOptions } from "agent-connectors/sandbox";

export type Answer = Record<string, unknown> & { ok: boolean; error?: string };

export interface Driver {
  sandbox: SlackSandbox;
  /** Calls a method with form arguments. Uses the bot's token by default. */
  call(method: string, args?: Record<string, string>, token?: string): Promise<Answer>;
  /** Does the same as `call`, but returns the whole response. */
  request(method: string, args?: Record<string, string>, token?: string): Promise<Response>;
  /** Returns the id of the channel or user with this name. */
  id(name: string): string;
  /** Returns the `ts` of the first message of a channel for which `finds` returns true. */
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
