import { hashOf } from "agent-connectors/toolkit";

/** Returns the part of a key for the totals that the id `<connector> <account> <date>` names. */
export async function totalsKeyOf(id: string): Promise<string> {
  const [, connector = "", account = "", date = ""] = /^(\S+) (.*) (\S+)$/s.exec(id) ?? [];
  return `${connector}/${await hashOf(account)}/${date}`;
}
