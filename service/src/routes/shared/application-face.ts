import type { Context } from "../../http/context.ts";
import type { ApplicationFace } from "../../pages/consent/application-head.ts";
import { applicationFace } from "../../store/lists/application-list.ts";

/** Returns the path of a logo. The time lets browsers load a new logo. */
export const logoPath = (clientId: string, logoAt: number | null): string | undefined =>
  logoAt === null ? undefined : `/logos/${encodeURIComponent(clientId)}?at=${logoAt}`;

/** Returns the name and the logo of an application. Undefined if the application was deleted. */
export async function faceOf(
  { store }: Pick<Context, "store">,
  organization: string,
  id: string,
): Promise<ApplicationFace | undefined> {
  const found = await applicationFace(store.db, organization, id);
  return found && { name: found.name, logo: logoPath(id, found.logo_at) };
}
