import { linearEmulator, type LinearEmulator } from "../../../eval/platforms/linear/emulator.ts";

// The emulator of Linear in the package `emulate`, with a workspace of two teams.

export type LinearPlatform = LinearEmulator;

export const token = "lin_suite-0123456789";

export const application = { client_id: "suite", client_secret: "s3cret-0123456789" };
export const redirectUri = "https://app.example/callback";
/** A token that can only read. */
export const reader = "lin_reader-0123456789";

const states = [
  { name: "Backlog", type: "backlog" },
  { name: "Todo", type: "unstarted" },
  { name: "In Progress", type: "started" },
  { name: "Done", type: "completed" },
  { name: "Canceled", type: "canceled" },
];

const seed = {
  organization: { name: "Acme", url_key: "acme" },
  users: [
    { email: "ana@acme.test", name: "Ana Silva", admin: true },
    { email: "ben@acme.test", name: "Ben Ito" },
    { email: "ben.k@acme.test", name: "Ben Kraus" },
  ],
  teams: [
    { key: "ENG", name: "Engineering", states },
    { key: "OPS", name: "Operations", states },
  ],
  labels: [
    { name: "Bug", team: "ENG" },
    { name: "Feature", team: "ENG" },
    { name: "Bug", team: "OPS" },
    { name: "Security" },
  ],
  projects: [{ name: "Mobile app", team: "ENG" }],
  cycles: [{ name: "Cycle 7", number: 7, team: "ENG", starts_at: "2026-11-23", ends_at: "2026-12-07" }],
  oauth_apps: [{ ...application, name: "Suite", redirect_uris: [redirectUri], scopes: ["read", "write"] }],
  issues: [
    {
      team: "ENG",
      title: "Login fails on Safari",
      state: "Todo",
      assignee: "ana@acme.test",
      labels: ["Bug"],
    },
    { team: "ENG", title: "Dark mode", state: "Todo", assignee: "ana@acme.test", labels: ["Feature"] },
    { team: "ENG", title: "Logout fails", state: "Done", assignee: "ana@acme.test", labels: ["Bug"] },
    {
      team: "ENG",
      title: "Export is slow",
      state: "In Progress",
      assignee: "ben@acme.test",
      labels: ["Bug"],
    },
    { team: "OPS", title: "Disk is full", state: "Todo", assignee: "ana@acme.test", labels: ["Bug"] },
  ],
  tokens: [
    { token, user: "ana@acme.test", scopes: ["read", "write"] },
    { token: reader, user: "ana@acme.test", scopes: ["read"] },
  ],
  strict_scopes: true,
};

/** Starts an emulator with its own workspace. */
export const linearPlatform = (): Promise<LinearPlatform> => linearEmulator(seed, token);
