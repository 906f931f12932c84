import type { Context } from "../../http/context.ts";
import { listStops } from "../../journal/stops.ts";
import { hasRole } from "../../operators/roles.ts";
import type { Operator } from "../../operators/signed-in-operator.ts";
import type { HomePage, ShownNumber } from "../../pages/operator-home.ts";
import { listAddress } from "../../pages/parts.ts";
import { countCalls, countConnectors, countOpenApprovals, most } from "../../store/lists/overview.ts";
import { countConsents, type GivenConsents } from "../../store/lists/connector-list.ts";
import { spendingToday } from "./spending-today.ts";

const dayMs = 86_400_000;
/** A consent that ends within this time needs a person soon. */
const soonDays = 30;

/** Returns the times of the consents that end soon, or have ended. */
export const endingConsents = ({ types, clock }: Pick<Context, "types" | "clock">): GivenConsents[] =>
  types.all.flatMap(({ name, connector }) => {
    const lifetime = connector.connectFlow?.lifetime;
    if (!lifetime) return [];
    const before = clock.now() - (lifetime.days - soonDays) * dayMs;
    return [{ type: name, from: Date.parse(lifetime.since), before }];
  });

/** Returns the numbers that the roles of an operator allow. */
export async function overviewOf(operator: Operator, context: Context): Promise<HomePage["groups"]> {
  const can = (role: Parameters<typeof hasRole>[1]) => hasRole(operator.roles, role);
  const groups = await Promise.all([
    can("connect") && connectorNumbers(operator, context),
    can("approvals:decide") && approvalNumbers(operator, context),
    can("audit:read") && callNumbers(operator, context),
    can("admin") && spendingNumbers(operator, context),
  ]);
  return groups.filter((group) => group !== false && group.numbers.length > 0) as HomePage["groups"];
}

const counted = (number: number): string => (number > most ? `over ${withCommas(most)}` : withCommas(number));
const withCommas = (number: number): string => number.toLocaleString("en-US");

type Group = HomePage["groups"][number];

async function connectorNumbers({ claims: { organization } }: Operator, context: Context): Promise<Group> {
  const { db } = context.store;
  const { active, reauth_required: refused } = await countConnectors(db, organization);
  const ending = await countConsents(db, organization, endingConsents(context));
  const path = "/operate/connectors";
  return {
    title: "Connectors",
    numbers: [
      { value: counted(active), text: "active", href: listAddress(path, { status: "active" }) },
      {
        value: counted(refused),
        text: "must be connected again",
        href: listAddress(path, { status: "reauth_required" }),
        urgent: refused > 0,
      },
      {
        value: counted(ending),
        text: `with a consent that ends within ${soonDays} days`,
        href: listAddress(path, { consent: "ending" }),
        urgent: ending > 0,
      },
    ],
  };
}

async function approvalNumbers({ claims: { organization } }: Operator, { store }: Context): Promise<Group> {
  const waiting = await countOpenApprovals(store, organization);
  const text = waiting === 1 ? "call waits for a person" : "calls wait for a person";
  return {
    title: "Approvals",
    numbers: [{ value: counted(waiting), text, href: "/operate/approvals", urgent: waiting > 0 }],
  };
}

async function callNumbers({ claims: { organization } }: Operator, context: Context): Promise<Group> {
  const { store, clock, audit } = context;
  await audit.flush();
  const [since, late] = [clock.now() - 7 * dayMs, clock.now() - dayMs];
  const [calls, failed, stops] = await Promise.all([
    countCalls(store.db, organization, { since, late, failed: false }),
    countCalls(store.db, organization, { since, late, failed: true }),
    listStops(context, organization),
  ]);
  const linkOf = (from: number, filters: Record<string, string>) =>
    listAddress("/operate/audit", { ...filters, since: new Date(from).toISOString() });
  const [every, only] = [{ event: "execute" }, { outcome: "failed" }];
  return {
    title: "Calls",
    numbers: [
      { value: counted(calls.late), text: "in the last 24 hours", href: linkOf(late, every) },
      { value: counted(failed.late), text: "of them failed", href: linkOf(late, only) },
      { value: counted(calls.all), text: "in the last 7 days", href: linkOf(since, every) },
      { value: counted(failed.all), text: "of them failed", href: linkOf(since, only) },
      ...(stops.length > 0
        ? [{ value: counted(stops.length), text: "stops of writes", href: "/operate/journal", urgent: true }]
        : []),
    ],
  };
}

async function spendingNumbers({ claims }: Operator, context: Context): Promise<Group> {
  const spending = await spendingToday(context, claims.organization);
  return {
    title: "Raised spending today",
    numbers: spending.slice(0, 6).map(({ raised, cap, title, account, limit }): ShownNumber => ({
      value: limit === undefined ? raised : `${raised} of ${limit}`,
      text: `${cap.replaceAll("_", " ")}, ${title}, account ${account}`,
      href: "/operate/policies#spending",
    })),
  };
}
