import { ConnectorError } from "agent-connectors";
import { systemClock } from "agent-connectors/toolkit";
import { publicUrlOf } from "../connect/connect-services.ts";
import { isRole, roles, type Role } from "../operators/roles.ts";
import { linkMs } from "../operators/session-row.ts";
import { newOperatorLink } from "../operators/sign-in.ts";
import type { Settings } from "../startup/settings.ts";
import { firstApplication, type Application } from "../store/queries/applications.ts";
import { addOperatorSession } from "../store/queries/operator-sessions.ts";
import type { Db } from "../store/store.ts";
import { existingApplication } from "./application.ts";
import { auditCommand } from "./shared/command-audit.ts";
import { noMoreWords, print } from "./shared/command-line.ts";
import { withStore } from "./shared/existing-store.ts";
import { personName } from "./shared/person-name.ts";

/** Prints a link that signs a person in to the pages of the service. */
export async function operatorLink(words: readonly string[], settings: Settings): Promise<void> {
  noMoreWords(words, 1, "operator-link");
  const publicUrl = publicUrlOf(settings);
  const name = personName(settings);
  const given = rolesOf(settings);
  await withStore(settings, async (store) => {
    const { row, link } = await store.transaction(async (db) => {
      const application = await activeApplication(db, words[0]);
      const { id: application_id, organization_id } = application;
      const created = newOperatorLink(
        { organization_id, application_id, name, roles: given },
        systemClock.now(),
      );
      await addOperatorSession(db, created.row);
      const detail = { session: created.row.id, operator: name, roles: given };
      await auditCommand(store, db, "operator.link", application, undefined, detail);
      return created;
    });
    print(
      `Open this link in a browser within ${linkMs / 60_000} minutes. It works once, and signs in ${name} (${row.roles}):`,
    );
    print(`${publicUrl}/operate/sign-in/${link}`);
  });
}

/** @throws ConnectorError `config_error` */
function rolesOf({ operator: { roles: given = ["admin"] } }: Settings): readonly Role[] {
  const unknown = given.find((role) => !isRole(role));
  if (unknown !== undefined)
    throw new ConnectorError("config_error", `There is no role "${unknown.slice(0, 40)}".`, {
      hint: `Roles: ${roles.join(", ")}.`,
    });
  return roles.filter((role) => given.includes(role));
}

/** @throws ConnectorError `config_error` */
async function activeApplication(db: Db, id: string | undefined): Promise<Application> {
  const found = id === undefined ? await firstApplication(db) : await existingApplication(db, id);
  if (!found)
    throw new ConnectorError("config_error", "The store has no application.", {
      hint: "Start the service once, or run application add.",
    });
  if (found.disabled_at === null) return found;
  throw new ConnectorError("config_error", `The application ${found.id} is disabled.`, {
    hint: "Name the client id of another application, or run application enable.",
  });
}
