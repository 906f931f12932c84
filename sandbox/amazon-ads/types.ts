/** JSON as it comes over the wire; whole numbers beyond 2^53 are bigints. */
export type Fields = Record<string, unknown>;

export type Region = "na" | "eu" | "fe";

export interface Profile {
  /** Decimal text here; a number on the wire. */
  profileId: string;
  countryCode: string;
  currencyCode: string;
  /** Absent for vendors and agencies. */
  dailyBudget?: number;
  timezone: string;
  accountInfo: {
    marketplaceStringId: string;
    id: string;
    type: "seller" | "vendor" | "agency";
    name: string;
    subType?: string;
    validPaymentMethod?: boolean;
  };
}

export type State = "ENABLED" | "PAUSED" | "ARCHIVED" | "PROPOSED";

/** A campaign, keyword, portfolio, …: ids are text and the state is upper case, whatever its API says. */
export interface Entity {
  id: string;
  state: State;
  fields: Fields;
  /** Milliseconds since the epoch. */
  created: number;
  updated: number;
}

/** Where entities live: the API's family and the name of the resource. */
export type Collection =
  | "portfolios"
  | `sp/${"campaigns" | "adGroups" | "keywords" | "productAds" | "targets" | "negativeKeywords" | "negativeTargets" | "campaignNegativeKeywords" | "campaignNegativeTargets"}`
  | `sb/${"campaigns" | "adGroups" | "ads" | "keywords" | "negativeKeywords" | "targets" | "negativeTargets" | "themes"}`
  | `sd/${"campaigns" | "adGroups" | "productAds" | "targets" | "negativeTargets" | "creatives"}`;

/** An entity as a seed writes it: its own fields with its id under the API's name, and dates as ISO text. */
export interface SeedEntity extends Fields {
  state?: State;
  created?: string;
  updated?: string;
}

export interface Product {
  asin: string;
  sku: string;
  title: string;
  price: number;
  brand: string;
  /** Name of its category. */
  category: string;
  available?: boolean;
}

export interface Invoice {
  id: string;
  status: "ISSUED" | "PAID_IN_PART" | "PAID_IN_FULL" | "WRITTEN_OFF" | "ACCUMULATING";
  /** `YYYY-MM-DD`. */
  from: string;
  to: string;
  invoiceDate: string;
  dueDate: string;
  amount: number;
  taxRate: number;
}

export interface AccountSeed {
  region: Region;
  profile: Profile;
  /** What the login may do; `view` profiles are only listed when they are asked for. Default `edit`. */
  access?: "edit" | "view";
  /** Whether the login may see invoices. Default true. */
  billing?: boolean;
  entities: Partial<Record<Collection, SeedEntity[]>>;
  products: Product[];
  invoices: Invoice[];
}

/** Who may refresh a token, and what they see. */
export interface Login {
  client_id: string;
  client_secret: string;
  refresh_token: string;
  revoked?: boolean;
  /** Whether the application may use the Ads API. Default true. */
  permitted?: boolean;
  /** Profile ids that the login sees; absent is all of them. */
  profiles?: string[];
}

export interface Seed {
  accounts: AccountSeed[];
  logins: Login[];
}

/** A part of a seed: accounts are merged by profile id and their entities by id; what is new is added. */
export interface AmazonAdsSeedChanges {
  accounts?: (Partial<Omit<AccountSeed, "profile">> & {
    profile: Partial<Profile> & Pick<Profile, "profileId">;
  })[];
  logins?: Login[];
}
