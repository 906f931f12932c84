/** A JSON object. Integers of 16 or more digits are bigints. */
export type Fields = Record<string, unknown>;

export type Region = "na" | "eu" | "fe";

export interface Profile {
  /** Text in the sandbox, but a number in requests and responses. */
  profileId: string;
  countryCode: string;
  currencyCode: string;
  /** The daily budget of the profile. Absent for vendors and agencies. */
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

/**
 * A campaign, keyword, portfolio or other record. Ids are text and states are in upper case, although some of Amazon's
 * APIs use other formats.
 */
export interface Entity {
  id: string;
  state: State;
  fields: Fields;
  /** `created` and `updated` are in milliseconds since 1970. */
  created: number;
  updated: number;
}

/**
 * All entities of one kind. The first part of the name is the API: `sp` is Sponsored Products, `sb` is Sponsored
 * Brands, and `sd` is Sponsored Display.
 */
export type Collection =
  | "portfolios"
  | `sp/${"campaigns" | "adGroups" | "keywords" | "productAds" | "targets" | "negativeKeywords" | "negativeTargets" | "campaignNegativeKeywords" | "campaignNegativeTargets"}`
  | `sb/${"campaigns" | "adGroups" | "ads" | "keywords" | "negativeKeywords" | "targets" | "negativeTargets" | "themes"}`
  | `sd/${"campaigns" | "adGroups" | "productAds" | "targets" | "negativeTargets" | "creatives"}`
  | `${"sp" | "sb" | "sd"}/budgetRules`
  | "sp/optimizationRules"
  | "sp/targetPromotionGroups";

/** An entity in the initial data, with the fields of Amazon's API and the id. `created` and `updated` are ISO text. */
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
  category: string;
  available?: boolean;
}

export interface Invoice {
  id: string;
  status: "ISSUED" | "PAID_IN_PART" | "PAID_IN_FULL" | "WRITTEN_OFF" | "ACCUMULATING";
  /** The first day of the invoice's period. All dates have the format `YYYY-MM-DD`. */
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
  /**
   * The rights of the login in this account. Default: `edit`. Accounts with `view` are listed only if the request
   * asks for them.
   */
  access?: "edit" | "view";
  /** Whether the login can read the account's invoices. Default: true. */
  billing?: boolean;
  /** Whether the profile has opted out of spending more than 125 percent of a daily budget on one day. */
  isOptedOutForAverageDailyBudgetIncrease?: boolean;
  entities: Partial<Record<Collection, SeedEntity[]>>;
  products: Product[];
  invoices: Invoice[];
  /** Search terms of shoppers in reports, besides the generated ones, by the id of the keyword or target. */
  searchTerms?: Record<string, string[]>;
}

/** The credentials of a login, and the profiles that the login can use. */
export interface Login {
  client_id: string;
  client_secret: string;
  refresh_token: string;
  revoked?: boolean;
  /** Whether Amazon allows the application to use the Amazon Ads API. Default: true. */
  permitted?: boolean;
  /** The profiles that the login can use. Default: all. */
  profiles?: string[];
}

export interface Seed {
  accounts: AccountSeed[];
  logins: Login[];
}

/**
 * Changes to the initial data. An account with the profile id of an existing account changes that account. An entity
 * with the id of an existing entity changes that entity. All other accounts and entities are added.
 */
export interface AmazonAdsSeedChanges {
  accounts?: (Partial<Omit<AccountSeed, "profile">> & {
    profile: Partial<Profile> & Pick<Profile, "profileId">;
  })[];
  logins?: Login[];
}
