import type { ConnectorOptions, Policy } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";

const open = (policy: Policy | Policy[] = {}, more: Partial<ConnectorOptions> = {}) => {
  const sandbox = amazonAdsSandbox();
  return new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, ...more, policy });
};

const refused = expect.objectContaining({
  code: "config_error",
  path: "store",
  hint: expect.stringMatching(/fileStore\("\.\/state"\).*memoryStore\(\)/) as string,
}) as Error;

describe.each<[string, Policy["caps"]]>([
  ["max_day_raise", { max_day_raise: { USD: 20 } }],
  ["max_new_campaigns", { max_new_campaigns: 1 }],
  ["max_day_raise of one profile", { profiles: { "1": { max_day_raise: 20 } } }],
  ["max_day_raise in one of two currencies", { max_day_raise: { EUR: "unlimited", USD: 20 } }],
])("the cap %s", (_, caps) => {
  test("needs a store that the caller names, before the first call", async () => {
    expect(() => open({ caps })).toThrow(refused);
    expect(() => open([{}, { caps }])).toThrow(refused);
    await expect(open().tool({ caps })).rejects.toEqual(refused);
  });

  test("accepts the memory of the process if the caller names it", async () => {
    open({ caps }, { store: memoryStore() });
    await open({}, { store: memoryStore() }).tool({ caps });
  });
});

test("other caps need no store, and neither does an unlimited sum", () => {
  open({ caps: { max_bid: { USD: 2 }, max_change_percent: 50, max_day_raise: "unlimited" } });
});

test("the policy of a service can be checked without a store", () => {
  const policy = { caps: { max_new_campaigns: 1 } };
  expect(AmazonAdsConnector.checkPolicy(policy)).toEqual(policy);
});
