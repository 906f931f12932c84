import type { AccountSeed, Collection, Invoice, Profile, SeedEntity } from "../types.ts";
import { brandsEntities } from "./brands.ts";
import { EVERGREEN, smallCampaigns, SPRING, usCampaigns } from "./campaigns.ts";
import { displayEntities } from "./display.ts";
import { entitiesOf } from "./campaign-plan.ts";
import { ruleEntities } from "./rules.ts";
import { products } from "./products.ts";

interface Marketplace {
  countryCode: string;
  currencyCode: string;
  timezone: string;
  marketplaceStringId: string;
}

const US: Marketplace = {
  countryCode: "US",
  currencyCode: "USD",
  timezone: "America/Los_Angeles",
  marketplaceStringId: "ATVPDKIKX0DER",
};
const CA: Marketplace = {
  countryCode: "CA",
  currencyCode: "CAD",
  timezone: "America/Los_Angeles",
  marketplaceStringId: "A2EUQ1WTGCTBG2",
};
const MX: Marketplace = {
  countryCode: "MX",
  currencyCode: "MXN",
  timezone: "America/Los_Angeles",
  marketplaceStringId: "A1AM78C64UM0Y8",
};
const UK: Marketplace = {
  countryCode: "UK",
  currencyCode: "GBP",
  timezone: "Europe/London",
  marketplaceStringId: "A1F83G8C2ARO7P",
};
const DE: Marketplace = {
  countryCode: "DE",
  currencyCode: "EUR",
  timezone: "Europe/Paris",
  marketplaceStringId: "A1PA6795UKMFR9",
};

function profile(
  profileId: string,
  place: Marketplace,
  type: Profile["accountInfo"]["type"],
  id: string,
  name: string,
): Profile {
  const { marketplaceStringId, ...where } = place;
  return {
    profileId,
    ...where,
    ...(type === "seller" ? { dailyBudget: 999_999_999 } : {}),
    accountInfo: {
      marketplaceStringId,
      id,
      type,
      name,
      validPaymentMethod: true,
    },
  };
}

const SELLER = "A3FERNHILL0NA1";

export const accounts = (): AccountSeed[] => [
  {
    region: "na",
    profile: profile("2381940675312846", US, "seller", SELLER, "Fernhill Outdoor"),
    entities: {
      ...entitiesOf(17, usCampaigns),
      ...brandsEntities(),
      ...displayEntities(),
      portfolios: portfolios(),
      ...ruleEntities(),
    },
    products: products(),
    invoices: invoices("US", 1),
  },
  smallAccount("na", profile("1764209358817305", CA, "seller", SELLER, "Fernhill Outdoor"), 21, 40, 0.9),
  {
    ...smallAccount("na", profile("4019283746551902", MX, "seller", SELLER, "Fernhill Outdoor"), 23, 400, 9),
    access: "view",
  },
  {
    ...smallAccount(
      "na",
      profile("3305718294460127", US, "vendor", "ENTITY2FERNHILL", "Fernhill Outdoor (vendor)"),
      27,
      60,
      1,
    ),
    billing: false,
  },
  {
    region: "na",
    profile: profile("2870465193306418", US, "agency", "ENTITY3NORTHBOUND", "Northbound Media"),
    entities: {},
    products: [],
    invoices: [],
  },
  smallAccount(
    "eu",
    profile("1957302846610275", UK, "seller", "A3FERNHILL0EU1", "Fernhill Outdoor"),
    31,
    35,
    0.7,
  ),
  smallAccount(
    "eu",
    profile("3640918275503714", DE, "seller", "A3FERNHILL0EU1", "Fernhill Outdoor"),
    33,
    45,
    0.8,
  ),
];

function smallAccount(
  region: AccountSeed["region"],
  owner: Profile,
  prefix: number,
  budget: number,
  bid: number,
): AccountSeed {
  const label = owner.countryCode;
  const entities: Partial<Record<Collection, SeedEntity[]>> = entitiesOf(
    prefix,
    smallCampaigns(label, budget, bid),
    owner.accountInfo.type === "vendor",
  );
  return { region, profile: owner, entities, products: products(), invoices: invoices(label, prefix) };
}

const portfolios = (): SeedEntity[] => [
  {
    portfolioId: SPRING,
    name: "Spring 2026",
    inBudget: true,
    budget: {
      amount: 12_000,
      currencyCode: "USD",
      policy: "DATE_RANGE",
      startDate: "2026-02-01",
      endDate: "2026-05-31",
    },
  },
  {
    portfolioId: EVERGREEN,
    name: "Evergreen",
    inBudget: true,
    budget: { amount: 5000, currencyCode: "USD", policy: "MONTHLY_RECURRING" },
  },
  { portfolioId: "83124790562455", name: "Tests", inBudget: true, budget: { policy: "NO_CAP" } },
];

const MONTHS = [
  ["2025-12-01", "2025-12-31"],
  ["2026-01-01", "2026-01-31"],
  ["2026-02-01", "2026-02-28"],
] as const;

const invoices = (label: string, seed: number): Invoice[] =>
  MONTHS.map(([from, to], index) => ({
    id: `${label}-INV-${202_512 + (index === 0 ? 0 : 88 + index)}${String(seed).padStart(3, "0")}`,
    status: index === MONTHS.length - 1 ? "ISSUED" : "PAID_IN_FULL",
    from,
    to,
    invoiceDate: `${MONTHS[index + 1]?.[0].slice(0, 8) ?? "2026-03-"}02`,
    dueDate: `${MONTHS[index + 1]?.[0].slice(0, 8) ?? "2026-03-"}30`,
    amount: 1840.5 + index * 312.25 + seed,
    taxRate: 0,
  }));
