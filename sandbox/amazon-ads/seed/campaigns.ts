import type { CampaignPlan } from "./campaign-plan.ts";

const TENTS = [
  ["FH-TENT-2P", "B0CK7R2M4Q"],
  ["FH-TENT-4P", "B0CK7R9T1W"],
] as const;
const BAGS = [
  ["FH-BAG-20F", "B0BX3D8K2N"],
  ["FH-BAG-35F", "B0BX3DQ5LP"],
] as const;
const PACKS = [
  ["FH-PACK-45L", "B09ZT4H6VX"],
  ["FH-PACK-22L", "B09ZT4P0CD"],
] as const;
const BOOTS = [
  ["FH-BOOT-M", "B0CP1W7J5S"],
  ["FH-BOOT-W", "B0CP1WB3HF"],
] as const;
const POLES = [["FH-POLE-CF", "B08YJ6N9RT"]] as const;
const STOVE = [["FH-STOVE-1", "B08YJ6X2GM"]] as const;

export const SPRING = "83124790561203";
export const EVERGREEN = "83124790561877";

export const usCampaigns: readonly CampaignPlan[] = [
  {
    name: "Tents - Exact",
    // This id has 18 digits, like Amazon's longest ids, so that a test notices a client that reads ids as numbers.
    id: "144373194309380061",
    budget: 80,
    portfolioId: SPRING,
    start: "2025-11-03",
    top: 50,
    adGroups: [
      {
        name: "2-person tents",
        id: "144373194309380062",
        bid: 1.1,
        ads: [TENTS[0]],
        keywords: [
          ["2 person tent", "EXACT", 1.45],
          ["two person backpacking tent", "EXACT", 1.6],
          ["lightweight 2 person tent", "EXACT", 1.35],
          ["waterproof tent 2 person", "EXACT", 1.05, "PAUSED"],
        ],
      },
      {
        name: "4-person tents",
        bid: 1.2,
        ads: [TENTS[1]],
        keywords: [
          ["4 person tent", "EXACT", 1.55],
          ["family tent 4 person", "EXACT", 1.4],
        ],
      },
    ],
    negatives: ["used tent", "tent repair kit"],
  },
  {
    name: "Tents - Broad discovery",
    budget: 45,
    portfolioId: SPRING,
    start: "2025-11-03",
    strategy: "AUTO_FOR_SALES",
    adGroups: [
      {
        name: "Tents broad",
        bid: 0.85,
        ads: TENTS,
        keywords: [
          ["camping tent", "BROAD", 0.9],
          ["backpacking tent", "PHRASE", 1.0],
          ["festival tent", "BROAD", 0.6],
        ],
        negatives: ["kids play", "pop up"],
      },
    ],
  },
  {
    name: "Sleeping bags - Exact",
    budget: 50,
    portfolioId: EVERGREEN,
    start: "2025-11-10",
    adGroups: [
      {
        name: "Sleeping bags",
        bid: 0.95,
        ads: BAGS,
        keywords: [
          ["20 degree sleeping bag", "EXACT", 1.2],
          ["down sleeping bag", "EXACT", 1.3],
          ["summer sleeping bag", "PHRASE", 0.75],
        ],
      },
    ],
  },
  {
    name: "Boots - Auto",
    auto: true,
    budget: 60,
    portfolioId: SPRING,
    start: "2026-01-12",
    adGroups: [
      { name: "Boots auto", bid: 0.8, ads: BOOTS, negatives: ["work boots"], excluded: ["18681839011"] },
    ],
    negatives: ["steel toe boots"],
    excluded: ["B07R7V6KS8"],
  },
  {
    name: "Boots - Keywords",
    budget: 75,
    portfolioId: SPRING,
    start: "2026-01-12",
    top: 25,
    adGroups: [
      {
        name: "Men's boots",
        bid: 1.05,
        ads: [BOOTS[0]],
        keywords: [
          ["mens hiking boots", "EXACT", 1.5],
          ["waterproof hiking boots men", "PHRASE", 1.25],
        ],
      },
      {
        name: "Women's boots",
        bid: 1.05,
        ads: [BOOTS[1]],
        keywords: [
          ["womens hiking boots", "EXACT", 1.5],
          ["hiking boots women wide", "BROAD", 1.1],
        ],
      },
    ],
  },
  {
    name: "Packs - Product targeting",
    budget: 35,
    portfolioId: EVERGREEN,
    start: "2025-11-17",
    adGroups: [
      {
        name: "Competitor packs",
        bid: 0.7,
        ads: PACKS,
        targets: [
          ["B07P8MWXQD", 0.9],
          ["B08KTZ8249", 0.85],
          ["3400441", 0.6],
        ],
        excluded: ["7048034011"],
      },
    ],
  },
  {
    name: "Packs - Keywords",
    budget: 40,
    start: "2025-11-17",
    adGroups: [
      {
        name: "Backpacks",
        bid: 0.9,
        ads: PACKS,
        keywords: [
          ["45l backpack", "EXACT", 1.1],
          ["hiking daypack", "PHRASE", 0.85],
          ["travel backpack", "BROAD", 0.7],
        ],
      },
    ],
  },
  {
    name: "Trekking poles - Auto",
    auto: true,
    budget: 20,
    start: "2025-12-01",
    adGroups: [{ name: "Poles auto", bid: 0.55, ads: POLES }],
  },
  {
    name: "Camp kitchen - Exact",
    budget: 15,
    start: "2025-12-01",
    adGroups: [
      {
        name: "Stoves",
        bid: 0.65,
        ads: STOVE,
        keywords: [
          ["camp stove", "EXACT", 0.8],
          ["backpacking stove", "EXACT", 0.85],
        ],
      },
    ],
  },
  {
    name: "Black Friday 2025",
    budget: 250,
    state: "ARCHIVED",
    start: "2025-11-21",
    end: "2025-12-01",
    adGroups: [{ name: "All tents", bid: 2, ads: TENTS, keywords: [["black friday tent", "BROAD", 2.1]] }],
  },
  {
    name: "Poles - Winter test",
    budget: 10,
    state: "PAUSED",
    start: "2026-01-05",
    adGroups: [{ name: "Poles", bid: 0.5, ads: POLES, keywords: [["snowshoe poles", "PHRASE", 0.6]] }],
  },
  {
    name: "Brand defence",
    budget: 25,
    portfolioId: EVERGREEN,
    start: "2025-11-03",
    strategy: "MANUAL",
    adGroups: [
      {
        name: "Brand",
        bid: 0.4,
        ads: [...TENTS, ...BAGS, ...BOOTS],
        keywords: [
          ["fernhill", "BROAD", 0.45],
          ["fernhill tent", "EXACT", 0.5],
        ],
      },
    ],
  },
];

/** Returns three campaigns for a marketplace other than the US. */
export const smallCampaigns = (label: string, budget: number, bid: number): readonly CampaignPlan[] => [
  {
    name: `${label} Tents - Exact`,
    budget,
    start: "2025-12-08",
    adGroups: [
      {
        name: "Tents",
        bid,
        ads: TENTS,
        keywords: [
          ["2 person tent", "EXACT", bid * 1.2],
          ["camping tent", "PHRASE", bid],
        ],
      },
    ],
  },
  {
    name: `${label} Boots - Auto`,
    auto: true,
    budget: budget / 2,
    start: "2026-01-12",
    adGroups: [{ name: "Boots auto", bid, ads: BOOTS }],
  },
  {
    name: `${label} Clearance`,
    budget: budget / 4,
    state: "PAUSED",
    start: "2026-01-19",
    adGroups: [{ name: "Bags", bid, ads: BAGS, keywords: [["sleeping bag", "BROAD", bid]] }],
  },
];
