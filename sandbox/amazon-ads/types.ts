/** A JSON object. Integers beyond 2^53 are bigints. */
export type Fields = Record<string, unknown>;

export type Region = "na" | "eu" | "fe";

export interface Profile {
  /** Text in the sandbox, but a number in requests and responses. */
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

/** A campaign, keyword, portfolio, ... Ids are text and the state is in upper case, whatever its API uses. */
export interface Entity {
  id: string;
  state: State;
  fields: Fields;
  /** Milliseconds since the epoch. */
  created: number;
  updated: number;
}

/** The API family and the resource that an entity belongs to. */
export type Collection =
  | "portfolios"
  | `sp/${"campaigns" | "adGroups" | "keywords" | "productAds" | "targets" | "negativeKeywords" | "negativeTargets" | "campaignNegativeKeywords" | "campaignNegativeTargets"}`
  | `sb/${"campaigns" | "adGroups" | "ads" | "keywords" | "negativeKeywords" | "targets" | "negativeTargets" | "themes"}`
  | `sd/${"campaigns" | "adGroups" | "productAds" | "targets" | "negativeTargets" | "creatives"}`;

/** An entity in a seed: the fields of the API, including the id, and dates as ISO text. */
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
  /** The name of the category. */
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
  /** The rights of the login. `view` profiles are listed only on request. Default `edit`. */
  access?: "edit" | "view";
  /** Whether the login may see invoices. Default true. */
  billing?: boolean;
  entities: Partial<Record<Collection, SeedEntity[]>>;
  products: Product[];
  invoices: Invoice[];
}

/** Credentials, and the profiles that they see. */
export interface Login {
  client_id: string;
  client_secret: string;
  refresh_token: string;
  revoked?: boolean;
  /** Whether the application may use the Ads API. Default true. */
  permitted?: boolean;
  /** The ids of the profiles that the login sees. By default all. */
  profiles?: string[];
}

export interface Seed {
  accounts: AccountSeed[];
  logins: Login[];
}

/** Changes to a seed. Accounts are merged by profile id, and entities by id. New ones are added. */
export interface AmazonAdsSeedChanges {
  accounts?: (Partial<Omit<AccountSeed, "profile">> & {
    profile: Partial<Profile> & Pick<Profile, "profileId">;
  })[];
  logins?: Login[];
}
