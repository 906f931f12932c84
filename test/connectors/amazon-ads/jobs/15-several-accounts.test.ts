import { expect, test } from "vitest";
import { describeJob, profileId } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 15: the figures of several accounts and countries side by side. Amounts of different currencies are not added.

const report = {
  reportTypeId: "spCampaigns",
  startDate: "2026-02-20",
  endDate: "2026-03-05",
  columns: ["cost", "sales14d", "acos14d"],
  sumBy: [],
  wait_seconds: 50,
};

describeJob("several accounts", {}, (job) => {
  const run = async (params: Dict) => {
    const result = await job().tool.call({ entity: "reports", action: "run_profiles", params });
    if (!result.ok) throw new Error(result.text);
    return result as unknown as { data: { rows: Dict[]; profiles: Dict[] }; meta: Dict };
  };

  test("each row has its profile and its currency, and its figures are those of the profile alone", async () => {
    const { ask } = job();
    const { data, meta } = await run({ ...report, profileIds: [profileId, "CA"] });
    expect(data.rows.map(({ currencyCode }) => currencyCode)).toEqual(["USD", "CAD"]);
    expect((meta.warnings as string[]).join()).toContain("The amounts are in USD, CAD. Do not add them.");
    for (const row of data.rows) {
      const alone = await ask<{ rows: Dict[] }>("reports", "run", { ...report, profileId: row.profileId });
      expect(row).toMatchObject(alone.rows[0]!);
    }
  });

  test("a profile that fails does not hide the others; if all fail, the call fails", async () => {
    const { tool } = job();
    const { data } = await run({ ...report, profileIds: [profileId, "Atlantis"] });
    expect(data.rows).toHaveLength(1);
    expect(data.profiles).toMatchObject([
      { profileId, status: "completed" },
      { profileId: "Atlantis", status: "failed", error: { code: "invalid_params" } },
    ]);
    const params = { ...report, profileIds: ["Atlantis"] };
    expect(await tool.call({ entity: "reports", action: "run_profiles", params })).toMatchObject({
      ok: false,
      error: { code: "invalid_params" },
    });
  });

  test("a manager account names the accounts and profiles that are linked to it", async () => {
    const { tool } = job();
    const managers = (await tool.call({
      entity: "manager_accounts",
      action: "list",
      params: {},
    })) as unknown as {
      data: { managerAccountName: string; linkedAccounts: Dict[] }[];
    };
    expect(managers.data).toHaveLength(1);
    expect(managers.data[0]!.managerAccountName).toBe("Northbound Media");
    expect(managers.data[0]!.linkedAccounts.map((one) => one.profileId)).toContain(profileId);
  });

  test("reports that are not ready are read later by the id of the job", async () => {
    const { tool, sandbox } = job();
    const params = { ...report, startDate: "2026-02-01", profileIds: [profileId, "CA"], wait_seconds: 0 };
    const first = await tool.call({ entity: "reports", action: "run_profiles", params });
    expect(first).toMatchObject({ ok: false, error: { code: "job_pending" } });
    const { id } = (first.ok ? undefined : first.error.pending)!;
    await sandbox.options.clock.sleep(100_000);
    const later = await tool.call({ entity: "connector", action: "outcome", params: { id } });
    const { data } = later as unknown as { data: { rows: Dict[]; profiles: Dict[] } };
    expect(data.rows.map(({ currencyCode }) => currencyCode)).toEqual(["USD", "CAD"]);
    expect(data.profiles).toMatchObject([{ status: "completed" }, { status: "completed" }]);
  });
});
