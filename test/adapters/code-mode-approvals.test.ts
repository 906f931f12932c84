import { approvals } from "agent-connectors";
import type { AnyConnector } from "agent-connectors/adapter";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { codeMode } from "agent-connectors/code-mode";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";
import { expect, test } from "vitest";

// No write of a program passes an approval that nobody has given.

const slackBox = slackSandbox({ rateLimits: false });
const adsBox = amazonAdsSandbox();
const effects = ["read", "write", "spend", "destructive"] as const;
const caps = { max_daily_budget: "unlimited", max_bid: "unlimited", max_day_raise: "unlimited", max_change_percent: "unlimited", max_portfolio_budget: "unlimited" } as const; // prettier-ignore

/** Reads and dry runs can change other parts of a sandbox, such as reports and the access token. */
function recordsOf(sandbox: typeof slackBox | typeof adsBox): string {
  const state = sandbox.state();
  return JSON.stringify("accounts" in state ? state.accounts.map(({ entities }) => entities) : state);
}

test.each([
  ["slack", new SlackConnector({ auth: { api_token: slackBox.tokens.user } }, slackBox.options), slackBox],
  ["amazonAds", new AmazonAdsConnector({ auth: adsBox.credentials }, { ...adsBox.options, store: memoryStore(), policy: { effects, caps } }), adsBox], // prettier-ignore
] as const)(
  "every write of %s is refused without an answer, with a no, and without an id",
  async (namespace, connector, sandbox) => {
    const { entities } = await connector.describe();
    const writes = Object.entries(entities).flatMap(([entity, all]) =>
      Object.entries(all).flatMap(([action, { effect, example }]) =>
        effect === "read" ? [] : [{ entity, action, example }],
      ),
    );
    const include = writes.map(({ entity, action }) => `${entity}.${action}`);
    const options = {
      include,
      effects: effects.filter((one) => namespace !== "slack" || one !== "spend"),
      external: true,
    };
    const answers = [undefined, () => false, () => "yes" as never as boolean];
    const before = recordsOf(sandbox);
    let denied = 0;
    for (const [index, ask] of answers.entries()) {
      const asked: string[] = [];
      const code = await codeMode(connector as AnyConnector, {
        ...options,
        tools: (tools) => approvals(tools, { scope: "chat", store: memoryStore() }),
        // A host that passes no id cannot ask, whatever the answer would be.
        ...(ask && { ask: (reason) => (asked.push(reason), ask()) }),
      });
      for (const [at, { entity, action, example }] of writes.entries()) {
        // The effects of each further answer are tried on every third action.
        if (index > 0 && at % 3 !== 0) continue;
        const call = index === 2 ? {} : { callId: `c${at}` };
        const result = await code.call(namespace, entity, action, example, call);
        expect(result, `${entity}.${action}`).toMatchObject({ ok: false });
        denied += !result.ok && result.error.code === "approval_denied" ? 1 : 0;
      }
      if (index === 2) expect(asked).toEqual([]);
    }
    expect(denied).toBeGreaterThan(writes.length);
    expect(recordsOf(sandbox)).toBe(before);
  },
);
