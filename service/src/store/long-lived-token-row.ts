/** A token of a user that stays valid until it expires or is revoked. The store has only its hash. */
export interface LongLivedTokenRow {
  id: string;
  organization_id: string;
  workspace_id: string;
  /** The application that created the token. */
  application_id: string;
  /** The epochs at the time of the creation. A change of one of them revokes the token: see `token-state.ts`. */
  application_epoch: number;
  workspace_epoch: number;
  /** What the token is for, in the words of the person who created it. */
  name: string;
  hash: string;
  /** The scopes, separated by spaces. */
  scopes: string;
  /** The effects, separated by spaces. */
  effects: string;
  /** 1 if calls with the token can write where people of another company can read. Otherwise 0. */
  external: number;
  /** The ids of the only connectors that the token can use, as a JSON array. Null stands for all connectors of the user. */
  connector_ids: string | null;
  created_at: number;
  /** Null if the token does not expire. */
  expires_at: number | null;
}
