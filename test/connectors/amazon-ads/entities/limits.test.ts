import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";

const profileId = "2381940675312846";
const open = () => {
  const sandbox = amazonAdsSandbox();
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, policy: { caps: {} } },
  );
  return { ads, sandbox };
};

test("a call with more than 1,000 items is refused before anything is sent", async () => {
  const { ads, sandbox } = open();
  const items = (count: number) => Array.from({ length: count }, (_, index) => String(1000 + index));
  const archive = (count: number) =>
    ads.sponsored_product_keywords.archive({ profileId, keywordIds: items(count) });
  await expect(archive(1001)).rejects.toMatchObject({ code: "invalid_params", path: "params.keywordIds" });
  expect(sandbox.calls()).toEqual([]);
  await expect(archive(1000)).rejects.not.toMatchObject({ code: "invalid_params" });
  expect(sandbox.calls()).not.toEqual([]);
});

test("a report returns 50 rows unless the call asks for another number", async () => {
  const { ads } = open();
  const report = {
    profileId,
    reportTypeId: "spSearchTerm",
    startDate: "2026-02-01",
    endDate: "2026-02-28",
    timeUnit: "DAILY",
    wait_seconds: 50,
  } as const;
  const { data } = await ads.reports.run(report);
  expect(data.rows).toHaveLength(50);
  expect((await ads.reports.run({ ...report, top: 60 })).data.rows).toHaveLength(60);
});
