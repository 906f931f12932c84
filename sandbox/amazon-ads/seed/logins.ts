import type { Login } from "../types.ts";

const client = {
  client_id: "amzn1.application-oa2-client.sandbox",
  client_secret: "amzn1.oa2-cs.v1.sandbox",
} as const;

/** Credentials that can use every profile. */
export const sandboxCredentials = { ...client, refresh_token: "Atzr|sandbox" } as const;

/** Credentials for special cases. `oneProfile` and `europeOnly` can use only some profiles. All others are refused. */
export const otherCredentials = {
  /** Only the profile of the US seller. */
  oneProfile: { ...client, refresh_token: "Atzr|sandbox-one-profile" },
  /** Only the profiles in Europe. In North America, the login has no profiles. */
  europeOnly: { ...client, refresh_token: "Atzr|sandbox-europe-only" },
  /** Refused with `invalid_grant`, because the user revoked the permission. */
  revoked: { ...client, refresh_token: "Atzr|sandbox-revoked" },
  /** Refused with `invalid_grant`, because the refresh token belongs to another application. */
  otherClient: { ...client, refresh_token: "Atzr|sandbox-of-another-client" },
  /** Refused with `invalid_client`, because the client secret is wrong. */
  wrongSecret: { ...client, client_secret: "amzn1.oa2-cs.v1.wrong", refresh_token: "Atzr|sandbox" },
  /** Refused with `unauthorized_client`, because the application is not allowed to use the Amazon Ads API. */
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
