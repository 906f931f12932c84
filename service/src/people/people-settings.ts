import type { PublicFetch } from "../platforms/public-fetch.ts";
import type { OpenidSettings } from "../operators/identity-provider.ts";

/** How people sign in from MCP clients. */
export interface PeopleSettings {
  /** The OpenID provider at which the users of the application sign in. */
  provider: OpenidSettings;
  /** The claim of the provider that is the `external_user_id`. */
  claim: string;
  /** The client id of the application whose users sign in. */
  application: string;
  /** Fetches the documents of clients. Default: a function that refuses private addresses. */
  fetch?: PublicFetch | undefined;
}
