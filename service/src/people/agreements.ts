import type { Store } from "../store/store.ts";
import { workspacesOfIds } from "../store/queries/workspaces.ts";
import type { FoundConsent } from "./grant-records.ts";
import type { SignIn } from "./people.ts";
import { identityOf } from "./sign-in-way.ts";

/** What a user has agreed to, and who the user is. */
export interface Agreement extends FoundConsent {
  user: string;
}

interface Asked {
  workspace: string | undefined;
  after: string | undefined;
  limit: number;
}

/** Returns the agreements of an application's users whose tokens work, and the id after which the next page begins. */
export async function listAgreements(
  { db }: Pick<Store, "db">,
  { application, server, way }: SignIn,
  asked: Asked,
): Promise<{ agreements: Agreement[]; last: string | undefined }> {
  const found = await server.records.consents(asked);
  const ids = [...new Set(found.map(({ workspace }) => workspace.id))];
  const users = new Map((await workspacesOfIds(db, ids)).map((user) => [user.id, user]));
  const agreements = found.flatMap((one) => {
    const user = users.get(one.workspace.id);
    const isLive =
      user?.epoch === one.workspace.epoch &&
      one.application_epoch === application.epoch &&
      one.identity === identityOf(way);
    return isLive ? [{ ...one, user: user.name }] : [];
  });
  return { agreements, last: found.length === asked.limit ? found.at(-1)!.id : undefined };
}
