import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { addressFault } from "../connect/public-url.ts";
import { recordStore } from "../credentials/record-stores.ts";
import { hashOf } from "../credentials/secret-text.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { RecordsDb } from "../store/queries/records.ts";
import { signInKey } from "../store/queries/people-records.ts";
import type { Application } from "../store/queries/applications.ts";

// Each application says how its users sign in from MCP clients: at its OpenID provider, or at its own page.

const address = z.string().superRefine((text, check) => {
  const fault = addressFault(text);
  if (fault !== undefined) check.addIssue({ code: "custom", message: fault });
});
const text = z.string().min(1).max(1000);

const fields = z
  .strictObject({
    issuer: address.optional().meta({ description: "The issuer of the OpenID provider." }),
    client_id: text.optional().meta({ description: "The id of this service at the provider." }),
    client_secret: text.optional().meta({ description: "The secret of this service at the provider." }),
    scope: text
      .regex(/(^| )openid( |$)/, "must contain openid")
      .optional()
      .meta({ description: "Default: openid email profile." }),
    claim: z
      .string()
      .regex(/^[\w.:/-]{1,200}$/)
      .optional()
      .meta({ description: "The claim that is the external_user_id. Default: sub." }),
    sign_in_url: address.optional().meta({
      description:
        "Instead of an issuer: a page of the application, which gets the param sign_in. See POST /v1/connect/sign-ins.",
    }),
  })
  .superRefine(({ issuer, sign_in_url, ...provider }, check) => {
    const missing = (path: string, message: string) =>
      check.addIssue({ code: "custom", path: [path], message });
    if ((issuer === undefined) === (sign_in_url === undefined))
      return missing("issuer", "send issuer or sign_in_url, not both");
    for (const name of ["client_id", "client_secret"] as const)
      if (issuer !== undefined && provider[name] === undefined) missing(name, "is required with an issuer");
    const extra = Object.entries(provider).find(([, value]) => value !== undefined);
    if (sign_in_url !== undefined && extra) missing(extra[0], "belongs to an issuer");
  });

export const signInWay = fields
  .meta({ id: "SignInWay" })
  .transform(({ issuer, client_id = "", client_secret = "", scope, claim, sign_in_url = "" }): SignInWay => {
    if (issuer === undefined) return { sign_in_url };
    return {
      issuer,
      client_id,
      client_secret,
      scope: scope ?? "openid email profile",
      claim: claim ?? "sub",
    };
  });

export interface OpenidWay {
  issuer: string;
  client_id: string;
  client_secret: string;
  scope: string;
  claim: string;
}

export type SignInWay = OpenidWay | { sign_in_url: string };

type ApplicationId = Pick<Application, "id" | "organization_id">;

const recordOf = (place: RecordsDb, sealer: Sealer, { id, organization_id }: ApplicationId) => ({
  store: recordStore(place, sealer, { organization_id, connector_id: "" }),
  key: signInKey(id),
});

/** The client ids that can be a part of an address. */
const plainId = /^[A-Za-z0-9_-]{1,200}$/;

/** Returns undefined if the users of the application cannot sign in. */
export async function readSignInWay(
  place: RecordsDb,
  sealer: Sealer,
  application: ApplicationId,
): Promise<SignInWay | undefined> {
  if (!plainId.test(application.id)) return undefined;
  const { store, key } = recordOf(place, sealer, application);
  const found = await store.read(key);
  return found && (JSON.parse(found.value) as SignInWay);
}

/**
 * Stores how the users of an application sign in. Without `way`, they cannot any more. `place`: a transaction.
 * @throws ConnectorError `validation_error` if the client id cannot be a part of an address, `not_found` if there is nothing to delete
 */
export async function writeSignInWay(
  place: RecordsDb,
  sealer: Sealer,
  application: ApplicationId,
  way: SignInWay | undefined,
): Promise<void> {
  if (!plainId.test(application.id))
    throw new ConnectorError(
      "validation_error",
      "The client id of this application cannot be a part of an address.",
      {
        path: "client_id",
        hint: "Add another application, whose client id has only letters, digits, - and _.",
      },
    );
  const { store, key } = recordOf(place, sealer, application);
  const before = (await store.read(key))?.version;
  if (way) await store.write(key, JSON.stringify(way), before);
  else if (before === undefined) throw cannotSignIn();
  else await store.delete(key, before);
}

/**
 * Returns a text that changes when other people could have the same `external_user_id`. Agreements of another way are over, but not when
 * only the secret is new.
 */
export const identityOf = (way: SignInWay): string =>
  hashOf("issuer" in way ? JSON.stringify([way.issuer, way.client_id, way.claim]) : "page");

export const cannotSignIn = (): ConnectorError =>
  new ConnectorError("not_found", "People cannot sign in to this application.", {
    path: "client_id",
    hint: "The application can say how: PUT /v1/organization/applications/<client id>/sign_in.",
  });
