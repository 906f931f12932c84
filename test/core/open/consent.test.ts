import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { slackSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { consentOf } from "../../../src/core/open/consent.ts";

const flow = { lifetime: { days: 365, since: "2026-07-30" } };
const now = Date.parse("2027-08-01T12:00:00Z");

test.each([
  ["far from its end", "2026-10-01T00:00:00Z", undefined],
  ["31 days before its end", "2026-09-02T00:00:00Z", undefined],
  ["29 days before its end", "2026-08-30T12:00:00Z", "ends on 2027-08-30"],
  ["on its last day", "2026-08-01T13:00:00Z", "ends on 2027-08-01"],
  ["after its end", "2026-07-30T00:00:00Z", "ended on 2027-07-30"],
])("a consent %s", (_, connectedAt, expected) => {
  const { given_at, warning } = consentOf(flow, connectedAt, now)!;
  expect(given_at).toBe(new Date(connectedAt).toISOString());
  expect(warning).toBe(
    expected && `The consent for this account ${expected}, 365 days after it was given. Connect the account again.`, // prettier-ignore
  );
});

test("a consent without an end is left out, and a consent of unknown age has an unknown end", () => {
  expect(consentOf(flow, "2026-07-29T23:59:00Z", now)).toBeUndefined();
  expect(consentOf({}, "2020-01-01T00:00:00Z", now)).toBeUndefined();
  expect(consentOf(undefined, undefined, now)).toBeUndefined();
  expect(consentOf(flow, undefined, now)).toEqual({
    given_at: null,
    ends_at: null,
    note: expect.stringContaining("unknown"),
  });
});

describe("check()", () => {
  const check = (connectedAt: string | undefined) => {
    const sandbox = amazonAdsSandbox();
    sandbox.clock.advance(now - sandbox.clock.now());
    return new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, connectedAt }).check();
  };

  test("warns of the end of a consent whose time the code knows", async () => {
    const near = await check("2026-08-30T12:00:00Z");
    expect(near).toMatchObject({ status: "healthy", consent: { ends_at: "2027-08-30T12:00:00.000Z" } });
    expect(near.warnings).toEqual([near.consent!.warning]);
    expect(await check("2026-10-01T00:00:00Z")).not.toHaveProperty("warnings");
  });

  test("says that the time is unknown, and does not guess", async () => {
    const found = await check(undefined);
    expect(found.consent).toMatchObject({ ends_at: null, note: expect.stringContaining("unknown") });
    expect(found).not.toHaveProperty("warnings");
  });

  test("says nothing about consents for a platform whose consents have no end", async () => {
    const sandbox = slackSandbox();
    const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    expect(await slack.check()).not.toHaveProperty("consent");
  });

  test.each(["yesterday", "2026-13-01T00:00:00Z", 20260801, ""])("refuses the time %j", async (wrong) => {
    await expect(async () => check(wrong as never)).rejects.toMatchObject({ code: "config_error" });
  });
});
