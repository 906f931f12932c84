import { type Dict, isDict } from "../../../core/ground/json.ts";

// Who belongs to another company: https://docs.slack.dev/apis/slack-connect

/** The other companies in a conversation, by the ids of their workspaces. */
export interface Outside {
  connected: readonly string[];
  /** Companies that have not accepted the invitation yet. Afterwards they can read the history. */
  pending: readonly string[];
}

/** The id of a company that Slack does not name. */
export const unnamed = "?";

/**
 * Returns the other companies in a conversation. Returns undefined if the record does not say whether there are any,
 * such as the record of a direct message with one person.
 */
export function outsideOf(channel: Dict): Outside | undefined {
  const { is_shared, is_org_shared, is_ext_shared, is_pending_ext_shared } = channel;
  const ours = new Set([
    ...idsIn(channel, "internal_team_ids"),
    channel.context_team_id,
    channel.enterprise_id,
  ]);
  const others = (...fields: string[]) => [
    ...new Set(fields.flatMap((field) => idsIn(channel, field)).filter((id) => !ours.has(id))),
  ];
  const isShared = is_ext_shared === true || (is_shared === true && is_org_shared !== true);
  const named = isShared ? others("connected_team_ids", "shared_team_ids") : others("connected_team_ids");
  const pending = others("pending_connected_team_ids", "pending_shared").filter((id) => !named.includes(id));
  const connected = isShared && named.length === 0 ? [unnamed] : named;
  const isOffered = is_pending_ext_shared === true && pending.length === 0;
  if (typeof is_ext_shared !== "boolean" && connected.length + pending.length === 0 && !isOffered)
    return undefined;
  return { connected, pending: isOffered ? [unnamed] : pending };
}

/** The workspace and the Enterprise organization of the token. */
export interface OwnCompany {
  team: string;
  enterprise: string | undefined;
}

/** Returns the workspace of a person of another company, or undefined for a person of the own company. */
export function otherCompanyOf(user: Dict, own: OwnCompany): string | undefined {
  const { team_id: team, is_stranger } = user;
  const enterprise = isDict(user.enterprise_user) ? user.enterprise_user.enterprise_id : user.enterprise_id;
  if (is_stranger !== true) {
    if (typeof team !== "string" || team === own.team || team === own.enterprise) return undefined;
    if (own.enterprise !== undefined && enterprise === own.enterprise) return undefined;
  }
  return typeof team === "string" ? team : unnamed;
}

export const isGuest = ({ is_restricted, is_ultra_restricted }: Dict): boolean =>
  is_restricted === true || is_ultra_restricted === true;

const idsIn = (record: Dict, field: string): string[] => {
  const ids = record[field];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string" && id !== "") : [];
};
