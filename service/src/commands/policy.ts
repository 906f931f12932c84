import { ConnectorError } from "agent-connectors";
import { systemClock } from "agent-connectors/toolkit";
import { findPolicyTarget, policyText, type FoundTarget } from "../access/policy-targets.ts";
import { createTypesOf } from "../definitions/create-types-of.ts";
import { allConnectors } from "../platforms/all-connectors.ts";
import {
  createConnectorTypes,
  openableType,
  type ConnectorClass,
  type ConnectorTypes,
} from "../platforms/connector-types.ts";
import { guardedFetch } from "../platforms/egress-guard.ts";
import { policyViewOf } from "../routes/account/policy-view.ts";
import type { Settings } from "../startup/settings.ts";
import { deletePolicyOf, setPolicyOf } from "../store/queries/account-policies.ts";
import { listPolicies } from "../store/queries/policies.ts";
import type { Db } from "../store/store.ts";
import { existingApplication } from "./application.ts";
import { auditCommand } from "./shared/command-audit.ts";
import { noMoreWords, print, readAction, readJsonFile, requiredWord } from "./shared/command-line.ts";
import { withStore } from "./shared/existing-store.ts";

/** Lists or changes the policies of an application's organization, also while the service is running. */
export async function policy(words: readonly string[], settings: Settings): Promise<void> {
  const [action, ...rest] = words;
  await readAction(actions, "policy", action)(rest, settings);
}

const pageSize = 200;

const actions = {
  async list(words: readonly string[], settings: Settings) {
    const clientId = requiredWord(words, 0, "The client id");
    noMoreWords(words, 1, "policy list");
    await withStore(settings, async ({ db }) => {
      const { organization_id: organization } = await existingApplication(db, clientId);
      for (let after: string | undefined; ;) {
        const rows = await listPolicies(db, { organization }, { after, limit: pageSize });
        for (const row of rows) print(JSON.stringify(policyViewOf(row, row.workspace)));
        if (rows.length < pageSize) return;
        after = rows.at(-1)!.id;
      }
    });
  },
  async set(words: readonly string[], settings: Settings) {
    const file = requiredWord(words, 2, "The name of a JSON file with the policy");
    noMoreWords(words, 3, "policy set");
    const policy = readJsonFile(file);
    await change(words, settings, "set", async (db, { target, user }, types) => {
      const text = policyText(types.offered(target.type), policy);
      const row = await setPolicyOf(db, target, text, systemClock.now());
      print(JSON.stringify(policyViewOf(row, user)));
      return { type: target.type, policy: JSON.parse(text) as unknown };
    });
  },
  async delete(words: readonly string[], settings: Settings) {
    noMoreWords(words, 2, "policy delete");
    await change(words, settings, "delete", async (db, { target }) => {
      if (!(await deletePolicyOf(db, target)))
        throw new ConnectorError("config_error", "There is no such policy.", {
          hint: 'Run "policy list <client id>" to see the policies.',
        });
      return { type: target.type };
    });
    print("The policy is deleted.");
  },
};

/** Finds the target of a policy, and calls `run`, which changes the policy and returns the details for the audit. */
async function change(
  words: readonly string[],
  settings: Settings,
  action: "set" | "delete",
  run: (db: Db, found: FoundTarget, types: ConnectorTypes) => Promise<object>,
): Promise<void> {
  const clientId = requiredWord(words, 0, "The client id");
  const named = {
    connector_type: requiredWord(words, 1, "The connector type"),
    external_user_id: settings.user,
    connector_id: settings.audit.connector,
  };
  if (named.external_user_id !== undefined && named.connector_id !== undefined)
    throw new ConnectorError("config_error", "--user and --connector cannot be used together.", {
      hint: "Pass one of them. Without both, the policy applies to the whole organization.",
    });
  const shared = createConnectorTypes(
    await allConnectors({ sandbox: false, folder: settings.connectors }),
    guardedFetch,
  );
  await withStore(settings, (store) =>
    store.transaction(async (db) => {
      const application = await existingApplication(db, clientId);
      const make = (connector: ConnectorClass) => openableType({ connector }, guardedFetch);
      const types = await createTypesOf({ db }, shared, make)(application.organization_id);
      const options = { create: action === "set", now: systemClock.now() };
      const found = await findPolicyTarget(db, types, application.organization_id, named, options);
      const detail = await run(db, found, types);
      const { workspace_id } = found.target;
      await auditCommand(store, db, `policy.${action}`, application, workspace_id ?? undefined, detail);
    }),
  );
}
