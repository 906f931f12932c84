import type { Context } from "../../http/context.ts";
import type { ApplicationFace } from "../../pages/consent/application-head.ts";
import { applicationFace } from "../../store/lists/application-list.ts";

/** Returns the path of a logo. The time lets browsers load a new logo. */
export const logoPath = (clientId: string, logoAt: number | null): string | undefined =>
  logoAt === null ? undefined : `/logos/${encodeURIComponent(clientId)}?at=${logoAt}`;

/** Returns the name and the logo of an application. `name`: the name if it is known. Undefined if the application is gone. */
export async function faceOf<Name extends string | undefined>(
  { store }: Pick<Context, "store">,
  organization: string,
  id: string,
  name: Name,
): Promise<ApplicationFace | (Name extends string ? never : undefined)> {
  const found = await applicationFace(store.db, organization, id);
  const shown = name ?? found?.name;
  return (
    shown === undefined ? undefined : { name: shown, logo: logoPath(id, found?.logo_at ?? null) }
  ) as never;
}
