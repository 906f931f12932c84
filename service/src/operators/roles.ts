/** The roles of operators, with a description of each role. */
export const roleWords = {
  connect: "See connectors, and create links with which users connect accounts",
  "approvals:decide": "Agree to calls of agents, or refuse them",
  "audit:read": "Read the audit",
  admin: "Everything, such as deleting connectors and changing OAuth applications",
} as const;

export type Role = keyof typeof roleWords;
export const roles = Object.keys(roleWords) as [Role, ...Role[]];

export const isRole = (text: string): text is Role => Object.hasOwn(roleWords, text);

export const hasRole = (given: readonly Role[], role: Role): boolean =>
  given.includes("admin") || given.includes(role);
