import type { Login } from "../types.ts";

const client = {
  client_id: "amzn1.application-oa2-client.sandbox",
  client_secret: "amzn1.oa2-cs.v1.sandbox",
} as const;

/** Credentials that see every profile. */
export const sandboxCredentials = { ...client, refresh_token: "Atzr|sandbox" } as const;

/** Other credentials. `oneProfile` and `europeOnly` work and see less. The others are refused. */
export const otherCredentials = {
  /** Sees only the profile of the US seller. */
  oneProfile: { ...client, refresh_token: "Atzr|sandbox-one-profile" },
  /** Sees only profiles in Europe. The list of North America is empty. */
  europeOnly: { ...client, refresh_token: "Atzr|sandbox-europe-only" },
  /** invalid_grant: the user revoked the permission. */
  revoked: { ...client, refresh_token: "Atzr|sandbox-revoked" },
  /** invalid_grant: the refresh token belongs to another application. */
  otherClient: { ...client, refresh_token: "Atzr|sandbox-of-another-client" },
  /** invalid_client. */
  wrongSecret: { ...client, client_secret: "amzn1.oa2-cs.v1.wrong", refresh_token: "Atzr|sandbox" },
  /** unauthorized_client: the application may not use the Ads API. */
  notPermitted: {
    client_id: "amzn1.application-oa2-client.sandbox-not-permitted",
    client_secret: "amzn1.oa2-cs.v1.sandbox",
    refresh_token: "Atzr|sandbox-not-permitted",
  },
} as const;

export const logins = (): Login[] => [
  { ...sandboxCredentials },
  { ...otherCredentials.oneProfile, profiles: ["2381940675312846"] },
  { ...otherCredentials.europeOnly, profiles: ["1957302846610275", "3640918275503714"] },
  { ...otherCredentials.revoked, revoked: true },
  { ...otherCredentials.otherClient, client_id: "amzn1.application-oa2-client.another" },
  { ...otherCredentials.notPermitted, permitted: false },
];
