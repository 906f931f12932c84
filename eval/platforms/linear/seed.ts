type Dict = Record<string, unknown>;

/** The token of Ana Silva, for whom the agent works. */
export const token = "lin_eval_0123456789";

const states = [
  { name: "Backlog", type: "backlog" },
  { name: "Todo", type: "unstarted" },
  { name: "In Progress", type: "started" },
  { name: "In Review", type: "started" },
  { name: "Done", type: "completed" },
  { name: "Canceled", type: "canceled" },
];

const [ana, ben, kraus] = ["ana@acme.test", "ben.ito@acme.test", "ben.kraus@acme.test"];

/** A workspace of two teams. The emulator adds the issue ENG-1 and the people Admin User and Developer. */
export const linearSeed = (more: readonly Dict[]): Dict => ({
  organization: { name: "Acme", url_key: "acme" },
  users: [
    { email: ana, name: "Ana Silva", admin: true },
    { email: ben, name: "Ben Ito" },
    { email: kraus, name: "Ben Kraus" },
  ],
  teams: [
    { key: "ENG", name: "Engineering", states },
    { key: "OPS", name: "Operations", states },
  ],
  labels: [
    { name: "Bug", team: "ENG" },
    { name: "Feature", team: "ENG" },
    { name: "Bug", team: "OPS" },
  ],
  projects: [{ name: "Mobile app", team: "ENG" }],
  issues: [
    { team: "ENG", title: "Login fails on Safari", state: "Todo", assignee: ana, labels: ["Bug"] },
    { team: "ENG", title: "Dark mode", state: "Backlog", assignee: ana, labels: ["Feature"] },
    { team: "ENG", title: "Export is slow", state: "In Progress", assignee: ben, labels: ["Bug"] },
    { team: "ENG", title: "Search by tag", state: "Todo", assignee: ben, labels: ["Feature"] },
    { team: "ENG", title: "Logout fails", state: "Done", assignee: ana, labels: ["Bug"] },
    { team: "ENG", title: "New icons", state: "Done", assignee: kraus },
    { team: "OPS", title: "Disk is full", state: "Todo", assignee: ana, labels: ["Bug"] },
    { team: "OPS", title: "Rotate the keys", state: "In Progress", assignee: ben },
    ...more,
  ],
  tokens: [{ token, user: ana, scopes: ["read", "write"] }],
});
