import type { Team } from "../types.ts";

/** The workspaces of other companies, which the description names. */
export interface Companies {
  teams: readonly Team[];
  /** Returns the id of the company's workspace. A new name adds a company. */
  idOf(name: string): string;
}

export function createCompanies(): Companies {
  const teams: Team[] = [];
  return {
    teams,
    idOf(name) {
      const known = teams.find((team) => team.name === name);
      if (known) return known.id;
      const team = teamOf(name, `T0SANDBOX${String(teams.length + 2).padStart(2, "0")}`);
      teams.push(team);
      return team.id;
    },
  };
}

export function teamOf(name: string, id = "T0SANDBOX01"): Team {
  const domain =
    name
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join("-") ?? "sandbox";
  return { id, name, domain, email_domain: `${domain}.example` };
}
