import type { AskedJob } from "../../../core/contract/search.ts";

/** What people ask about ads of Sponsored Brands and creatives of Sponsored Display. */
export const creativeJobs: readonly AskedJob[] = [
  {
    actions: ["sponsored_brands_ads.list"],
    asked: [
      "list|show sponsored_brands|brand ads|ad",
      "which|what brand|headline|video|banner ads do_I_have|run",
    ],
  },
  {
    actions: ["sponsored_brands_ads.update"],
    asked: [
      "pause|stop|turn_off|start|enable|turn_on|rename sponsored_brands|brand|video|headline|banner ad|ads",
    ],
  },
  {
    actions: ["sponsored_brands_ads.update_creative"],
    asked: [
      "change|update|edit|replace|swap headline|slogan|logo|image|picture|video|products|landing_page of|in|on brand|brands ad|ads",
      "new headline|logo|video|image for|in|on brand ad|banner",
      "other|different headline|slogan|logo|video|image|picture brand|headline ad|ads|banner",
    ],
  },
  {
    actions: ["sponsored_brands_ads.creatives"],
    asked: [
      "list|show|earlier|old versions of brand ad|creative",
      "was|is|has|why brand|headline|video ad|advert|banner approved|rejected|refused|declined|turned_down|in_review|under_review|accepted",
    ],
  },
  {
    actions: ["sponsored_brands_ads.archive"],
    asked: [
      "archive|delete|remove|get_rid_of sponsored_brands|brand|video|headline|banner ad|ads",
      "archive|delete|remove|get_rid_of old brand|headline|banner video|ad|ads",
    ],
  },
  {
    actions: ["sponsored_brands_ads.create_video", "sponsored_brands_ads.create_brand_video"],
    asked: [
      "video ad|ads|advert",
      "create|make|run|new sponsored_brands video ad|ads|advert",
      "advertise|promote with video|clip|film",
      "use|turn video|clip as|into ad",
      "video ad for product",
    ],
  },
  {
    actions: [
      "sponsored_brands_ads.create_product_collection",
      "sponsored_brands_ads.create_manual_collection",
      "sponsored_brands_ads.create_auto_collection",
      "sponsored_brands_ads.create_product_collection_extended",
    ],
    asked: [
      "create|make|new sponsored_brands|brand|headline|banner ad|ads",
      "ad|banner with|of logo|headline and|several|three products|items|collection",
      "show|advertise several|three|multiple|few products|items together|in one ad",
      "product_collection ad",
      "slideshow ad",
    ],
  },
  {
    actions: ["sponsored_brands_ads.create_manual_collection"],
    asked: ["create manual collection ad", "ad with products that I choose|pick"],
  },
  {
    actions: ["sponsored_brands_ads.create_auto_collection"],
    asked: ["create auto|automatic collection ad", "ad with products that amazon chooses|picks"],
  },
  {
    actions: ["sponsored_brands_ads.create_store_spotlight"],
    asked: [
      "ad leads|links|goes|points to shop|store|storefront",
      "send|bring|drive shoppers|people|traffic|customers to store|storefront|shop",
      "create store_spotlight|spotlight ad",
      "advertise|promote my store|storefront|shop",
      "ad that shows|leads|links|to store|storefront|shop pages",
    ],
  },
  {
    actions: ["sponsored_brands_ads.headlines", "sd_creatives.headlines"],
    asked: [
      "headline suggestions|recommendations|ideas",
      "suggest|write|give headline|slogan|text|tagline|copy for ad|brand",
      "what should I write|headline in|on ad|banner",
    ],
  },
  {
    actions: ["sd_creatives.list"],
    asked: [
      "list|show sponsored_display|display creatives|creative",
      "which|what headline|logo|image|picture|video does display ad use|have",
    ],
  },
  {
    actions: ["sd_creatives.create"],
    asked: [
      "create|add|upload|new display creative",
      "add|put logo|headline|image|picture|video to display ad",
    ],
  },
  {
    actions: ["sd_creatives.update"],
    asked: [
      "swap|exchange|replace|change picture|logo|image|headline|video in display ad|creative",
      "update|change|edit|replace display creative",
      "change|replace logo|headline|image|picture|video of|in|on display ad",
      "other|different logo|headline|image|picture|video display ad|banner|creative",
    ],
  },
  {
    actions: ["sd_creatives.moderation", "sponsored_brands_ads.creatives"],
    asked: [
      "ad|creative moderation|review|approval|policy status",
      "which|what ads|creatives|banners are|got|were rejected|refused|declined|approved|in_review|pending",
      "was|is|has|why my ad|creative|banner|headline|video approved|rejected|refused|declined|turned_down|in_review|under_review|blocked|disapproved|accepted",
      "did amazon|they approve|reject|refuse|decline|accept|turn_down my ad|creative|picture|video|headline|banner",
      "what is wrong with|policy violation my ad|creative",
      "has ad|banner|creative passed|pass|failed|fail review|moderation|check",
    ],
  },
  {
    actions: ["sd_creatives.preview"],
    asked: [
      "preview display ad|creative",
      "see|show how|what my display ad|creative|banner will|would looks|look like",
      "how does|will ad look",
    ],
  },
  {
    actions: ["creative_assets.search"],
    asked: [
      "find logo|picture|image|video|photo",
      "pictures|images|videos|photos I use|have",
      "list|search|find creative_assets|assets|library",
      "which|what pictures|images|videos|logos|photos can I use|do_I_have|are_in library|ads",
      "find|show|look_for logo|picture|image|photo|video for|in ad|ads|library|uploaded",
      "my uploaded|brand images|pictures|photos|videos|logo",
      "asset id of logo|image|video",
      "where is logo|picture|video that I uploaded",
    ],
  },
  {
    actions: ["creative_assets.upload"],
    asked: [
      "upload image|picture|photo|video|logo|asset|file|creative",
      "upload|add|put|register|import|store image|picture|photo|video|logo|asset|file to|in|into library|asset_library|ads|amazon",
      "new version|file of image|picture|photo|video|logo|asset",
      "register creative_asset|asset",
    ],
  },
  {
    actions: ["creative_assets.get"],
    asked: ["get|show one|single creative_asset|asset|image|video by id|versions", "asset details|versions"],
  },
];
