import { z } from "zod";
import { hasRole, type Role } from "../../operators/roles.ts";
import type { Operator } from "../../operators/signed-in-operator.ts";
import type { Frame } from "../../pages/operator-frame.ts";

/** The pages of operators. `role` decides who gets a link to the page. Each route checks its own role. */
export const operatorPages = {
  connectors: {
    href: "/operate/connectors",
    text: "Connectors",
    words: "See the connectors of users, and let users connect accounts.",
    role: "connect",
  },
  users: {
    href: "/operate/users",
    text: "Users",
    words: "See the users of your applications, with their connectors.",
    role: "connect",
  },
  approvals: {
    href: "/operate/approvals",
    text: "Approvals",
    words: "Decide about calls of agents that wait for a person.",
    role: "approvals:decide",
  },
  permissions: {
    href: "/operate/permissions",
    text: "Permissions",
    words: "See which calls agents make without asking, and end that.",
    role: "approvals:decide",
  },
  journal: {
    href: "/operate/journal",
    text: "Journal",
    words: "See what agents have written, and stop all writes.",
    role: "audit:read",
  },
  policies: {
    href: "/operate/policies",
    text: "Policies",
    words: "See which calls are allowed, try a call without sending it, and change policies.",
    role: "audit:read",
  },
  applications: {
    href: "/operate/applications",
    text: "Applications",
    words: "Set the name and the logo that people see, and disable applications.",
    role: "admin",
  },
  oauthApplications: {
    href: "/operate/oauth-applications",
    text: "OAuth applications",
    words: "Set the client id and secret of your application at each platform.",
    role: "admin",
  },
  tokens: {
    href: "/operate/tokens",
    text: "Tokens",
    words: "Create and revoke the tokens with which programs use the connectors of a user.",
    role: "admin",
  },
  people: {
    href: "/operate/people",
    text: "People",
    words: "Set how users sign in from MCP clients, and end what they have agreed to.",
    role: "admin",
  },
  webhooks: {
    href: "/operate/webhooks",
    text: "Webhooks",
    words: "Set which addresses receive events, and test them.",
    role: "admin",
  },
  audit: { href: "/operate/audit", text: "Audit", words: "See who did what.", role: "audit:read" },
  sessions: { href: "/operate/sessions", text: "Sessions", words: "See who is signed in, and end sessions." },
} as const satisfies Record<string, OperatorPage>;

interface OperatorPage {
  href: string;
  text: string;
  words: string;
  /** Absent if every operator can use the page. */
  role?: Role;
}

/** Returns the pages that an operator can use. */
export const pagesOf = ({ roles }: Operator): OperatorPage[] =>
  Object.values<OperatorPage>(operatorPages).filter(({ role }) => role === undefined || hasRole(roles, role));

export const home = "/operate";

/** `current`: the address of the page. */
export const frameOf = (operator: Operator, current: string): Frame => ({
  operator: operator.name,
  csrf: operator.csrf,
  pages: [{ href: home, text: "Start" }, ...pagesOf(operator)],
  current,
});

/** The fields that all routes of operator pages have. */
export const operatorRoute = {
  tag: "Operators",
  access: "operator",
  page: true,
  answer: { description: "A page for a person", schema: z.string(), media: ["text/html"] },
} as const;

/** Returns a schema of a form or a query in which an empty field means that the field is absent. */
export const withoutEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((fields: unknown) => {
    const entries = Object.entries(fields ?? {}).filter(([, value]) => value !== "");
    return Object.fromEntries(entries) as unknown;
  }, schema);
