import { expect, test } from "vitest";
import { NEEDS_TEAM } from "../../../sandbox/slack/enterprise.ts";
import { methods } from "../../../sandbox/slack/methods/index.ts";
import { absent, docsOf } from "../../suites/slack/documentation.ts";
import { drive } from "./helpers.ts";

// An app that is installed for a whole organization.
// https://docs.slack.dev/enterprise/developing-for-enterprise-orgs

const team_id = "T07K2M9QX4B";

test("auth.test names the organization, and auth.teams.list its workspaces", async () => {
  const { call } = drive({ enterprise: true });
  expect(await call("auth.test")).toMatchObject({
    ok: true,
    url: "https://fernhill-group.enterprise.slack.com/",
    enterprise_id: "E07FH4G2R9K",
    is_enterprise_install: true,
  });
  expect(await call("auth.teams.list")).toMatchObject({ teams: [{ id: team_id, name: "Fernhill Outdoor" }] });
  expect(await call("team.info", { team: team_id })).toMatchObject({
    team: { enterprise_id: "E07FH4G2R9K" },
  });
});

test.each([
  ["conversations.list", {}, "missing_argument"],
  ["conversations.list", { team_id: "T000" }, "team_not_found"],
  ["conversations.list", { team_id }, undefined],
  ["usergroups.create", { name: "New" }, "target_team_must_be_specified_in_org_context"],
  ["usergroups.create", { name: "New", team_id: "T000" }, "target_team_not_on_org"],
  ["usergroups.create", { name: "New", team_id }, undefined],
  ["conversations.info", { channel: "C07A1QW2ER3" }, undefined],
  ["chat.postMessage", { channel: "#general", text: "x" }, "team_not_found"],
  ["chat.postMessage", { channel: "C07A1QW2ER3", text: "x" }, undefined],
])("%s %o: %s", async (method, args, error) => {
  expect((await drive({ enterprise: true }).call(method, args as Record<string, string>)).error).toBe(error);
});

test("with the token of a workspace, team_id is ignored", async () => {
  expect((await drive().call("conversations.list", { team_id: "T000" })).ok).toBe(true);
});

test.skipIf(absent)("the methods that need a workspace are the documented ones", () => {
  const documented = Object.keys(methods).filter((method) =>
    /required/i.test(JSON.stringify(docsOf(method).args.properties["team_id"] ?? "")),
  );
  expect([...NEEDS_TEAM].sort()).toEqual(documented.sort());
});
