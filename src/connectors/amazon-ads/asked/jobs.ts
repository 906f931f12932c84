import type { Job } from "../../../core/contract/job.ts";

/** The entities of the three ad products, the most used product first. */
const campaigns = ["sponsored_product_campaigns", "sponsored_brands_campaigns", "sd_campaigns"];
const adGroups = ["sponsored_product_ad_groups", "sponsored_brands_ad_groups", "sd_ad_groups"];
const bidGroups = ["sponsored_product_ad_groups", "sd_ad_groups"];
const productAds = ["sponsored_product_product_ads", "sd_product_ads"];
const ads = [...productAds, "sponsored_brands_ads"];
const keywords = ["sponsored_product_keywords", "sb_keywords"];
const targets = ["sponsored_product_targets", "sb_targets", "sd_targets"];
const negativeKeywords = [
  "sponsored_product_negative_keywords",
  "sponsored_product_campaign_negative_keywords",
  "sb_negative_keywords",
];
const negativeTargets = [
  "sponsored_product_negative_targets",
  "sd_negative_targets",
  "sb_negative_targets",
  "sponsored_product_campaign_negative_targets",
];
const of = (entities: readonly string[], action: string) => entities.map((entity) => `${entity}.${action}`);

const campaignJobs: readonly Job[] = [
  {
    actions: of(campaigns, "update"),
    asked: [
      "campaign may|can|should run again",
      "freeze|halt|stop all campaigns",
      "campaign|ads on|off|live again",
      "wake_up|bring_back campaign",
      "put campaign on hold|ice",
      "turn_off|stop|pause everything|all",
      "turn_off everything for weekend",
      "set campaign to paused|enabled",
      "stop|pause campaign",
      "pause|stop|turn_off|switch_off|halt all|my ads|advertising|campaigns",
      "stop advertising|spending",
      "campaign should not run any_more",
      "start|enable|resume campaign",
      "enable paused campaigns",
      "turn_on|switch_on|restart|resume|start my ads|advertising|campaign again",
      "campaign should run again",
      "update campaign",
      "change campaign settings|state|status|strategy",
    ],
  },
  {
    actions: of(campaigns, "update"),
    asked: [
      "campaign budget too small|low|big|high make|set|raise|lower",
      "budget to|make_it amount",
      "let campaign|it cost at_most",
      "more|less budget for campaign",
      "allow campaign more|less",
      "spend no_more_than|at_most|up_to amount day|per_day",
      "amount per_day|daily|a_day",
      "limit daily spending|spend",
      "update|change|set campaign budget",
      "update|set campaign daily budget|limit",
      "raise|increase budget|limit of campaign",
      "lower|cut budget|limit of campaign",
      "give campaign more|less money|budget",
      "campaign may|should spend|cost at_most|per_day|more|less|only|amount",
      "spend more|less on campaign",
      "put more|less money into|behind campaign",
      "cap|limit what campaign spends|may_spend per_day",
      "budget of campaign to amount",
    ],
  },
  {
    actions: of(campaigns, "update"),
    asked: [
      "campaign until|till christmas|sunday|date",
      "campaign runs too_long|short",
      "prolong|shorten campaign",
      "rename campaign",
      "change campaign name",
      "call campaign something_else",
      "give campaign new|better|different name",
      "campaign end|stop|finish|run until on|sunday|date|december",
      "campaign start|begin on|monday|date",
      "change|set|extend|move|remove end_date|start_date|dates of campaign",
      "let|have|make campaign run longer|until|till|without end|stop_on|end_on",
      "assign|move|put|add campaign to|in|into portfolio",
      "take campaign out_of portfolio",
      "campaign into|to other|another|different portfolio",
    ],
  },
  {
    actions: of(campaigns.slice(0, 2), "update"),
    asked: [
      "raise|lower|more|less pay|bid on product_pages|product_page|top_of_search|rest_of_search",
      "be first|higher|on_top in search|results",
      "top_of_search placement bid adjustment",
      "placement bid adjustment|modifier|multiplier|boost",
      "pay|bid more for|to be first|at top page|search|results|spot|position|placement",
      "be|appear|show|rank first|at_the_top|on_top|higher|above in search|results|page",
      "bid more|higher on product_page|product_pages|rest_of_search",
      "change|set bidding_strategy|dynamic_bidding|dynamic_bids up_and_down|down_only|fixed",
      "bidding_strategy|dynamic_bids of campaign",
      "let amazon|it change|raise|lower bids automatically|by_itself",
      "get|want top spot|placement|position in search_results",
    ],
  },
  {
    actions: of(campaigns, "list"),
    asked: [
      "how_many campaigns do I run|have",
      "what is off|on|running|live at_the_moment|now",
      "list|show|get campaigns",
      "which|what campaigns do_I_have|are running|active|live|on|paused|off|there",
      "all my campaigns|ads",
      "what am I advertising|running",
      "what ads|campaigns are running|live|active right_now",
      "find campaign by name|called",
      "campaign id for name",
      "how_many campaigns do_I_have|run",
      "campaigns in portfolio",
      "what is budget|daily_budget|state|end_date of campaign",
      "which campaigns end|finish|start soon|this_week|next",
      "which campaigns are paused|off|stopped",
      "overview|list of my campaigns",
    ],
  },
  {
    actions: of(campaigns, "get"),
    asked: ["get|show|look_up one|single|this campaign by id", "campaign details|settings|info|by id"],
  },
  {
    actions: of(campaigns, "create"),
    asked: [
      "create|make|new|launch|start|set_up campaign",
      "create new ad|advertising campaign for product",
      "start|begin advertising|promoting|running_ads for|product|new_item",
      "advertise|promote|push product|item|mug",
      "launch|run ads|campaign for new product|item|launch|christmas",
      "auto|automatic|manual campaign create|start|new|set_up",
      "I want to advertise product",
      "get my product in_front_of|seen by shoppers",
    ],
  },
  {
    actions: of(campaigns, "archive"),
    asked: [
      "archive|delete|remove campaign",
      "get_rid_of|close|retire|kill campaign for_good|permanently|forever",
      "end campaign permanently|for_good|forever",
      "clean_up|delete old|dead campaigns",
      "never want campaign again",
    ],
  },
  {
    actions: of(campaigns, "budget_usage"),
    asked: [
      "why dont|are_not|arent my ads show|shown|running|appear any_more",
      "ads|campaign not showing|delivering|shown|appearing",
      "my ads disappeared|vanished|gone",
      "campaign budget usage",
      "how_much|what|percent|share|portion of|is budget used|spent|gone|left|remaining|used_up today|already|so_far",
      "is|are campaign|ads|we out_of|running_out|over budget|money",
      "budget left|remaining today",
      "which campaigns|ads are out_of|run_out|ran_out|hit|reached budget|limit|money",
      "why did|have|are my ads|campaign stop|stopped|not_showing|disappear|vanish|go_dark at|by noon|afternoon|early|today",
      "ads|campaign stop|go_dark|run_out at|by noon|afternoon|evening|early every|each day",
      "how fast|quickly is budget|money spent|going|burning",
      "did|will budget|money last|hold until evening|the_whole day",
    ],
  },
  {
    actions: of(campaigns, "budget_recommendations"),
    asked: [
      "what budget does amazon advise|recommend|suggest",
      "how_many|what sales|orders do I miss|lose with budget",
      "budget recommendations|suggestions",
      "recommended|suggested|right|ideal budget for campaign",
      "how_much|what should I spend|budget per_day|on|for campaign",
      "what|how_much am I missing|losing|could I sell|gain|earn with|because bigger|more|small budget",
      "is|are budget|budgets too low|small|enough|high|big_enough",
      "missed|lost sales|clicks|impressions|opportunities because|due|budget",
      "would more|bigger budget|money bring|help sell",
      "how_much should campaign get",
    ],
  },
  {
    actions: ["sponsored_product_campaigns.initial_budget_recommendation"],
    asked: [
      "initial|starting budget recommendation|suggestion for new campaign",
      "how_much|what budget|money do I need|should I start|begin with new|first campaign",
      "what budget for campaign that does_not_exist|I_plan|planned",
      "what will|would new campaign cost|bring",
    ],
  },
  {
    actions: ["sponsored_product_campaigns.recommendations"],
    asked: [
      "campaign recommendations|suggestions|tips|ideas",
      "how|what can|should|could I improve|optimize|do|change better campaign|ads",
      "what does amazon recommend|suggest|advise for|about my|campaign",
      "optimize|improve|fix my campaign|ads",
      "ideas|tips|suggestions to get more sales|from campaign",
      "make campaign|ads better|work perform",
    ],
  },
  {
    actions: of(campaigns, "change_by_percent"),
    asked: [
      "raise|lower|change|adjust budget|budgets percent",
      "raise|lower|increase|cut|change campaign budgets by percent|third|half|quarter",
      "double|triple|halve budget|budgets of campaigns",
      "percent more|less|higher|lower budget for campaigns|all",
      "all campaign budgets up|down percent",
    ],
  },
];

const groupJobs: readonly Job[] = [
  {
    actions: of(adGroups, "list"),
    asked: [
      "what is default_bid of|in ad_group|group",
      "groups|ad_groups of campaign",
      "list|show|get ad_groups|adgroups",
      "which|what|how_many ad_groups|adgroups are in campaign|do_I_have",
      "what is default_bid of ad_group",
      "how is campaign split|organized|divided",
    ],
  },
  {
    actions: of(adGroups, "get"),
    asked: ["get|show one|single|this ad_group by id", "ad_group details|by id"],
  },
  {
    actions: of(adGroups, "create"),
    asked: [
      "create|add|make|new ad_group|adgroup",
      "split campaign into|another new ad_group|group",
      "add group to campaign",
    ],
  },
  {
    actions: of(adGroups, "update"),
    asked: [
      "pause|stop|turn_off|switch_off ad_group",
      "start|enable|resume|turn_on ad_group",
      "rename|update|change|edit ad_group name|state",
      "call ad_group something_else",
    ],
  },
  {
    actions: of(bidGroups, "update"),
    asked: [
      "update|change|set|raise|lower ad_group default_bid|bid",
      "default_bid of|for ad_group",
      "bid|pay more|less|higher|lower for|in|whole ad_group",
      "what ad_group pays|bids per click|by_default",
    ],
  },
  {
    actions: of(adGroups, "archive"),
    asked: [
      "archive|delete|remove|get_rid_of|kill|close ad_group|adgroup",
      "remove ad_group for_good|permanently|forever",
    ],
  },
  {
    actions: of(bidGroups, "change_by_percent"),
    asked: [
      "raise|lower|change default_bids|bids|bid of ad_group by percent",
      "raise|lower|cut default_bids percent",
    ],
  },
];

const adJobs: readonly Job[] = [
  {
    actions: of(ads, "list"),
    asked: [
      "which|what items|products do I promote|push",
      "promoted|advertised items|products",
      "list|show|get product_ads|ads",
      "which|what products|items|asins are|do_I advertised|advertise|advertising|in ad_group|campaign",
      "which|what products|items|asins are in|have ad_group|campaign|ads",
      "what do I advertise|promote",
      "ads in ad_group|campaign",
      "is product|asin|mug advertised|in campaign",
      "which|what ads do_I_have|are running|live for product",
      "show ads for product|asin",
    ],
  },
  {
    actions: of(productAds, "get"),
    asked: ["get|show one|single|this product_ad|ad by id", "ad details|by id"],
  },
  {
    actions: of(productAds, "create"),
    asked: [
      "create|add|make new product_ad|ad",
      "create product_ad by asin|sku",
      "add|put another|more|new product|item|asin|sku to|into|in ads|campaign|ad_group",
      "advertise another|more|second|also product|item|asin|sku",
      "include product|item|asin in campaign|ad_group|ads",
      "product|item|asin should be in campaign|advertised too",
    ],
  },
  {
    actions: of(ads, "update"),
    asked: [
      "stop|dont showing|advertising|promoting product|shirt|shoes",
      "no_more ads for product|item",
      "pause|stop|turn_off|switch_off|disable product_ad|ad",
      "stop|pause advertising|promoting product|item|asin|mug",
      "stop|pause|kill|turn_off ad|ads for product|item|asin|mug|one",
      "start|enable|resume|turn_on|restart product_ad|ad for product",
      "dont_show|hide ad|product any_more",
      "take product|item|asin out_of|off campaign|ads|advertising",
      "product is out_of_stock|sold_out stop ad|advertising",
    ],
  },
  {
    actions: of(ads, "archive"),
    asked: [
      "archive|delete|remove|get_rid_of product_ad|ad",
      "delete|remove|kill ad for product|item|asin|mug permanently|for_good",
      "remove product|item|asin from campaign|ad_group|ads",
    ],
  },
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
    actions: ["sponsored_brands_ads.archive"],
    asked: ["archive|delete|remove|get_rid_of sponsored_brands|brand|video|headline|banner ad|ads"],
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
    ],
  },
  {
    actions: ["sd_creatives.moderation"],
    asked: [
      "ad|creative moderation|review|approval|policy status",
      "was|is|has|why my ad|creative|banner approved|rejected|refused|declined|in_review|under_review|blocked|disapproved",
      "did amazon approve|reject|accept my ad|creative|picture|video",
      "what is wrong with|policy violation my ad|creative",
      "has ad passed review",
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
    actions: ["creative_assets.get"],
    asked: ["get|show one|single creative_asset|asset|image|video by id|versions", "asset details|versions"],
  },
];

const keywordJobs: readonly Job[] = [
  {
    actions: of(keywords, "list"),
    asked: [
      "words|keywords|terms I bid|bidding",
      "current keywords|words",
      "list|show|get keywords",
      "which|what keywords|words|search_terms do I bid|bidding|use|target|have on|in campaign|ad_group",
      "what words|terms am I bidding|advertising on|for",
      "what do I|we bid|pay on|for keyword|word",
      "current bid of|on keyword|word",
      "how_many keywords in campaign|ad_group",
      "keywords in|of campaign|ad_group",
    ],
  },
  {
    actions: of(keywords, "get"),
    asked: ["get|show one|single|this keyword by id", "keyword details|by id"],
  },
  {
    actions: of(keywords, "create"),
    asked: [
      "create|add|new keywords",
      "add|create keyword exact|broad|phrase match",
      "add|put word|words|term|phrase|search_term to campaign|ad_group|as keyword",
      "bid|advertise on|for new|another|more keyword|word|term|words",
      "show|appear|be_found|come_up my ad|ads|product when|if someone|people|shoppers search|searches|type|look for",
      "target|win search|searches|search_term|word for",
      "I want to be found|appear for word|term|search",
    ],
  },
  {
    actions: of(keywords, "update"),
    asked: [
      "pay less|more per click for",
      "cheaper|higher clicks for word|keyword",
      "pay|bid|offer amount for|on word|keyword|term",
      "pay more|less for word|keyword|term|phrase",
      "offer more|less for|on",
      "update|change|set keyword bid",
      "raise|lower|increase|cut bid on|of|for keyword|word|term",
      "pay|bid|spend|offer more|less for|on keyword|word|term|click",
      "pause|stop|turn_off|disable keyword|word|keywords",
      "start|enable|resume|turn_on keyword|word|keywords",
      "stop bidding|spending|advertising on word|keyword|term",
      "outbid|beat others|competitor on|for keyword|word",
      "bid of|for keyword to amount",
    ],
  },
  {
    actions: of(keywords, "archive"),
    asked: [
      "archive|delete|remove|get_rid_of|drop|throw_out keyword|keywords|word",
      "remove word|keyword from campaign|ad_group for_good|permanently",
    ],
  },
  {
    actions: of(keywords, "change_by_percent"),
    asked: [
      "raise|lower|change|cut|increase keyword bids|bid by percent",
      "all keyword|my bids up|down|higher|lower by percent",
      "percent more|less|higher|lower on keywords|bids",
    ],
  },
  {
    actions: of(keywords, "keyword_recommendations"),
    asked: [
      "keyword recommendations|suggestions|ideas|research",
      "suggest|find|give new|more|good|better|other keywords|words|terms to|for bid|product|campaign",
      "which|what keywords|words|terms should|could I add|use|bid|target on|for",
      "what do|might people|shoppers search|type|look for|to find product|items|like mine",
      "what other|else words|terms|could I bid|try on",
      "words|terms people use when looking for my product",
      "ideas for words|keywords",
    ],
  },
  {
    actions: ["sponsored_product_keywords.keyword_groups"],
    asked: [
      "keyword_groups|keyword_group",
      "list|find keyword groups for product",
      "groups|bundles of keywords|words amazon offers|chooses",
    ],
  },
  {
    actions: [
      "sponsored_product_targets.bid_recommendations",
      "sb_keywords.bid_recommendations",
      "sd_targets.bid_recommendations",
    ],
    asked: [
      "bid recommendations|suggestions",
      "suggested|recommended|right|good|ideal bid for keyword|target",
      "how_much|what should|do|would|must I bid|pay|offer for|on|per click|keyword|word",
      "is|are my bid|bids too low|high|enough|competitive|right|ok",
      "what do others|competitors bid|pay for keyword|click",
      "what does|would a click cost|keyword",
      "how_much is keyword|word|click worth",
      "what bid|price wins|needed|do_I_need to win|show|appear",
    ],
  },
  { actions: ["sb_themes.list"], asked: ["list|show themes|theme|theme_targeting"] },
  {
    actions: ["sb_themes.create"],
    asked: [
      "create|add|target theme|themes",
      "let amazon choose|pick keywords|words for brand|sponsored_brands",
    ],
  },
  { actions: ["sb_themes.update"], asked: ["update|change|pause|enable theme|themes bid|state"] },
];

const targetJobs: readonly Job[] = [
  {
    actions: of(targets, "list"),
    asked: [
      "list|show|get targets|targeting",
      "which|what products|categories|competitors|pages|targets do I target|am targeting",
      "product|category targets of campaign|ad_group",
      "where|on_which_pages do my ads target",
    ],
  },
  {
    actions: of(targets, "create"),
    asked: [
      "go_after|fight|beat other|competitor brand|products|customers|rival",
      "customers|shoppers of competitor|other brand",
      "show|appear|be|come next_to|beside|on competitor|rival products|items|page",
      "ads next_to|beside|on competitor|rival|similar products",
      "create|add|new product|category|asin target|targeting",
      "create asin|product target",
      "target product|asin|category|competitor|brand|listing|page",
      "put|show|place|run my ad|ads|product|advert on|at|next_to|beside|under competitor|rival|their listing|page|product",
      "advertise|appear|be on|next_to|beside competitor|rival|other|their|similar|another product|listing|page|brand",
      "steal|take|win|poach customers|shoppers|sales from competitor|rival",
      "attack competitor|rival|their product",
      "ads on pages of category|similar products",
    ],
  },
  {
    actions: ["sd_targets.create", "sd_campaigns.create"],
    asked: [
      "retarget|remarket|remarketing|retargeting|win_back shoppers|people|visitors|customers",
      "reach|advertise|show_ads|follow|chase|to people|shoppers|visitors who viewed|looked|saw|visited|already product|page|didnt_buy",
      "people who looked|viewed|visited my product|page but did_not buy",
      "reach|advertise to people|shoppers|customers who bought|purchased before|already",
      "target audience|views|interests",
      "show ads outside|off|other amazon|websites|sites|apps",
      "bring_back|remind shoppers|visitors|people who left|looked|saw",
    ],
  },
  {
    actions: of(targets, "update"),
    asked: [
      "stop targeting category|brand|competitor|product|asin",
      "no_more ads on category|competitor page",
      "update|change|set target bid",
      "raise|lower|increase|cut bid|pay more|less on|for target|product|category|competitor",
      "pause|stop|turn_off target|targeting",
      "start|enable|resume|turn_on target|targeting",
      "stop targeting|advertising product|category|competitor|on page",
      "pause|turn_off|change auto|automatic targeting|close_match|loose_match|substitutes|complements",
    ],
  },
  {
    actions: ["sd_targets.update", "sd_targets.change_by_percent"],
    asked: [
      "raise|lower|change|pay|bid more|less on|for remarketing|retargeting|display audience|target|targets",
      "lower|raise bid on audience|people who viewed",
      "pause|stop remarketing|retargeting|audience",
    ],
  },
  {
    actions: of(targets, "archive"),
    asked: [
      "archive|delete|remove|get_rid_of|drop target|targets|targeting",
      "remove product|category|competitor target",
    ],
  },
  {
    actions: of(targets, "change_by_percent"),
    asked: ["raise|lower|change|cut target bids by percent", "bids of targets percent up|down"],
  },
  {
    actions: [
      "product_targeting.products",
      "sb_product_targeting.products",
      "sd_targets.target_recommendations",
    ],
    asked: [
      "recommended|suggested products|targets to target",
      "which|what products|competitors|asins should|could I target|attack",
      "products bought|viewed together with mine",
      "similar|competing products|items to mine",
      "who are my competitors|rivals",
      "target recommendations",
    ],
  },
  {
    actions: ["product_targeting.categories", "sb_product_targeting.categories"],
    asked: [
      "targetable categories",
      "list|find|search|show categories",
      "which|what categories can|could I target|are_there",
      "category id for name|word",
    ],
  },
  {
    actions: ["product_targeting.category_recommendations", "sb_product_targeting.category_recommendations"],
    asked: [
      "category recommendations|suggestions",
      "which|what categories fit|suit|match|belong my product",
      "which|what category should I target",
    ],
  },
  {
    actions: ["product_targeting.brands", "sb_product_targeting.brand_recommendations"],
    asked: ["find|search|look_up brand|brands by name|id|to target", "brand id for name"],
  },
  {
    actions: ["product_targeting.count", "sb_product_targeting.count"],
    asked: [
      "count products in category target",
      "how_many products|items|asins are in|would category|target reach|cover",
    ],
  },
  {
    actions: ["product_targeting.refinements", "sb_product_targeting.refinements"],
    asked: [
      "category refinements|refine|narrow category target",
      "narrow|restrict category by brand|age|price|genre",
    ],
  },
  {
    actions: of(negativeKeywords, "list"),
    asked: [
      "which|what searches|words are we|I excluded|blocked from",
      "exclusions|exclusion list",
      "list|show|get negative keywords|negatives",
      "which|what words|keywords|terms|searches have|are|did|do I blocked|excluded|negative|negated|block|exclude already|now",
      "blocked|excluded|negative words|terms|keywords list",
      "is word|term|keyword blocked|excluded|negative already",
    ],
  },
  {
    actions: of(negativeKeywords, "create"),
    asked: [
      "nobody|people who types|searches should not see us|ad|ads",
      "not for people who search|type|want",
      "irrelevant|wrong searches|words|traffic stop|exclude|block",
      "exclude searches|words|people",
      "add|create|new negative keyword|keywords",
      "block|exclude|negate|ban word|term|keyword|search|searches|phrase",
      "dont_show|not_show|stop_showing|never_show my ad|ads|product for|when|if search|searches|word|term|someone|people|searching",
      "stop ads|ad|me|us showing|appearing|coming_up|paying for|when search|searches|word|people|term|irrelevant",
      "stop wasting|spending money|budget on word|term|search|irrelevant|useless",
      "people|shoppers searching|looking for|who cheap|free|used|word should_not see ad",
      "not appear|show|come_up for word|search|term",
      "make word|keyword|term negative",
    ],
  },
  {
    actions: [
      "sponsored_product_campaign_negative_keywords.create",
      "sponsored_product_campaign_negative_keywords.list",
    ],
    asked: [
      "negative keywords for|on whole|entire|all campaign|level",
      "add|create campaign negative keyword|keywords",
      "block|exclude|ban word|term|keyword for|in|across whole|entire campaign",
    ],
  },
  {
    actions: of(negativeKeywords, "archive"),
    asked: [
      "archive|remove|delete|get_rid_of negative keyword|keywords",
      "unblock|allow|unban word|term|keyword|search again",
      "stop blocking|excluding word|term|keyword",
      "show ads|appear again for blocked|excluded word|search|term",
      "lift|undo|remove block|exclusion of word|term",
    ],
  },
  {
    actions: of(negativeKeywords.slice(0, 2), "update"),
    asked: ["pause|enable|update|change negative keyword|keywords state"],
  },
  {
    actions: of(negativeTargets, "list"),
    asked: [
      "list|show negative targets|targeting",
      "which|what products|brands|asins have|are|did I blocked|excluded|negative|block|exclude",
      "sponsored_display negative targets",
    ],
  },
  {
    actions: of(negativeTargets, "create"),
    asked: [
      "dont|not advertise|show on|beside my own product|products pages|page",
      "dont advertise beside|next_to|on brand|competitor|product page|pages",
      "add|create negative target|targets|targeting|asin",
      "block|exclude|ban|avoid product|asin|brand|competitor|page|listing",
      "dont_show|not_show|stop_showing|keep_off|never_show my ad|ads on|beside|next_to|from product|page|brand|competitor|listing|own",
      "keep my ad|ads off|away from product|page|brand|competitor|listing",
    ],
  },
  {
    actions: of(negativeTargets, "archive"),
    asked: [
      "archive|remove|delete|get_rid_of negative target|targets",
      "unblock|allow product|asin|brand|competitor again",
    ],
  },
  { actions: of(negativeTargets, "update"), asked: ["pause|enable|update negative target|targets state"] },
  {
    actions: ["product_targeting.brand_recommendations", "sb_product_targeting.negative_brands"],
    asked: [
      "which|what|recommended|suggested brands should I exclude|block|negative",
      "brands to exclude|block",
    ],
  },
];

const figures: readonly Job[] = [
  {
    actions: ["reports.run", "reports.create"],
    asked: [
      "how did prime_day|black_friday|christmas|week|launch go|do|work",
      "did new keyword|campaign|ad bring|help anything|sales",
      "orders|sales came|come from ads",
      "above|below|over|under acos|roas percent",
      "overview|numbers for my boss|client|week|month",
      "what do I pay|spend per sale|order|click",
      "best|worst|top selling|seller product|item|asin|keyword",
      "best|top sellers",
      "which|what products|items sell|sold through|by|with ads",
      "how do|are ads|campaigns|keywords do|doing|run|running",
      "sales of product|item|asin|mug",
      "what brings|makes money|sales",
      "did|do ads pay_off|work",
      "conversion|click rate",
      "money lost|made with|by",
      "figures|numbers for month|week|april|may",
      "performance of",
      "ads that nobody clicks|sees|buys",
      "expensive|cheap clicks|keywords|campaigns",
      "keywords with|without sales|clicks|orders",
      "run|get|pull|create performance report",
      "campaign performance metrics|report",
      "keyword|target|ad|product|search_term|placement|audience performance report",
      "advertised|purchased product|asin report",
      "search_term|search_terms report",
      "acos|roas|ctr|cpc|cvr|tacos|roi by|of|for|per campaign|keyword|product|asin|ad_group|portfolio|brand",
      "what is|was|are my acos|roas|ctr|cpc|conversion_rate|return",
      "return_on_ad_spend|cost_per_click|click_through_rate|conversion_rate for|of|by|each product|campaign",
      "sales|revenue|orders|units|purchases from|by|of|per|for campaign|keyword|product|ads|ad|asin",
      "how_much|what did|do|have I|we spend|spent|cost|sell|sold|earn|make yesterday|last_week|this_month|on|with|from|through ads",
      "how_much have I spent today|so_far|yesterday",
      "spend|cost|clicks|impressions|orders|sales yesterday|last_week|this_month|by_day|per_day|daily",
      "how did|do|are|is campaign|ads|keyword|product|we doing|going|perform|performing|work|do yesterday|last_week",
      "how_often|how_many were|times my ads|ad seen|shown|clicked|displayed|viewed",
      "how_many clicks|impressions|orders|views|sales did|does|campaign|ad|keyword|product got|get|bring|have",
      "how_many people|shoppers|customers clicked|saw|bought|ordered after|from|my ads",
      "which|what campaign|keyword|product|search_term|ad|word is|are|does|did best|worst|top|work|works|worked|sell|sells|perform|well|badly",
      "which|what keywords|words|search_terms|campaigns|products|ads bring|make|have|get|cause|with no|most|many|few|least sales|orders|clicks|money",
      "which|what keywords|words|search_terms|campaigns|products waste|wasting|burn|lose|eat|cost money|budget|most without|too_much",
      "what do|did shoppers|customers|people type|search|enter|look for before|and|when click|clicked|buy|see|saw my ad|ads",
      "which|what search_terms|searches|words|queries lead|led|bring|trigger|triggered|brought my ads|sales|clicks|shoppers",
      "what share|percentage|portion of searches|impressions do|did I|we get|show|appear|win",
      "impression_share|share_of_voice|search_share",
      "where on|which page|placement|position|spot do|does|works my ads|ad best|worst|work|perform|sell",
      "placement report top_of_search|product_pages",
      "compare this|last month|week|year|sales|spend|clicks|acos with|to|against last|before",
      "ad|ads sales|spend last|this month|week|year|yesterday",
      "was|is it worth|worth_it|profitable|paying_off|making_money campaign|ads|keyword|advertising|prime_day",
      "is|are my advertising|ads|campaign working|paying_off|profitable|too_expensive",
      "results|numbers|figures|stats|statistics|metrics of|for campaign|ads|last_week|yesterday|prime_day",
      "daily|weekly|monthly numbers|figures|report|spend|sales",
      "top|worst|best ten|five keywords|products|campaigns|search_terms",
      "what did customers|people|shoppers buy|purchase after|who click|clicked|through my ads|instead",
      "other products|items people|shoppers bought after clicking",
      "new_to_brand sales|customers|orders",
      "how_many new customers|buyers did ads|campaign bring",
      "invalid|fake|fraud|fraudulent clicks|traffic report",
      "trend|development|chart of sales|spend|acos over|time|months",
      "where is|does|did my money|budget|ad_spend go|going|gone",
      "summarize|summary|overview|recap of my ads|advertising|last_week|month",
      "which audience|shoppers|device responds|converts|buys best",
      "are sales|clicks going up|down|dropping|falling|rising",
      "why are|did sales|clicks|impressions drop|fall|go_down",
      "cost|spend per order|sale|click|product|country",
    ],
  },
  {
    actions: ["reports.run_profiles"],
    asked: [
      "run report|compare in|across|for|over several|all|multiple profiles|countries|accounts|markets|marketplaces",
      "compare germany|us|uk|france|countries|accounts|marketplaces|clients",
      "which country|market|marketplace|account|client is|does sells|sell|spends|best|worst|most",
      "spend|sales|acos|report of|by|per|in|for|each all|every countries|country|accounts|account|marketplaces|market|client",
      "total spend|sales over|of all accounts|countries|clients",
    ],
  },
  {
    actions: ["reports.types"],
    asked: [
      "figures|numbers|columns|metrics I get|see|choose in report",
      "kinds|types of reports",
      "list report_types|types",
      "which|what|kinds reports|report_types|columns|metrics|figures|numbers|filters are_there|available|can_I_get|exist",
      "what|which columns does|has report|type have",
      "what can I report|measure on",
      "how_far back do reports go",
    ],
  },
  {
    actions: ["reports.create"],
    asked: ["request|create|order|start report", "request report in_background|without waiting"],
  },
  {
    actions: ["reports.get"],
    asked: [
      "get|check report status",
      "is|when|has my report ready|done|finished|complete",
      "status|progress of report",
      "how_far|how_long report|still_running|pending",
      "why did|is report failed|fail|slow|taking",
    ],
  },
  {
    actions: ["reports.download", "reports.download_file"],
    asked: [
      "download|fetch|open|read|get finished|requested|rows report",
      "get|fetch rows|data|result|results of report I requested|ordered",
      "save report to file|disk",
      "pick_up report",
    ],
  },
  { actions: ["reports.download_file"], asked: ["download report file|gzip|json|raw"] },
  {
    actions: ["reports.delete"],
    asked: ["delete|cancel|abort|stop report", "dont_need|get_rid_of report any_more"],
  },
  {
    actions: ["exports.create"],
    asked: [
      "export|dump campaigns|ad_groups|ads|targets|keywords|everything",
      "export|dump|backup|back_up|snapshot|copy of all|my|every campaigns|account|targets|ads|everything",
      "give|make|get dump|backup|snapshot|full_list|complete_list|spreadsheet|csv|excel of|all campaigns|account|ads|keywords|targets",
      "bulk|mass download|file|export of campaigns",
      "save all campaigns|my_setup|settings before changing|to file",
    ],
  },
  {
    actions: ["exports.get"],
    asked: ["export done|ready|finished", "get|check export status", "is export ready|done|finished"],
  },
  {
    actions: ["exports.download", "exports.download_file"],
    asked: ["download|fetch|read|open|get finished|rows export", "records|rows|data of export"],
  },
  {
    actions: ["change_history.query"],
    asked: [
      "what did colleague|person|agency|somebody do in account|yesterday",
      "actions|edits of colleague|agency",
      "when did bid|budget|state change",
      "who paused|stopped|changed|raised|lowered|deleted|archived",
      "did somebody|agency|colleague change|touch|mess",
      "what happened to campaign|bid|budget|ad",
      "change_history|audit_log|history|log of changes",
      "who|when|what changed|raised|lowered|paused|stopped|edited|touched|deleted my|bids|bid|budget|campaign|keyword",
      "who|when was campaign|bid|budget|keyword|ad changed|paused|raised|lowered|turned_off|stopped|touched",
      "what|which changes were|did|has|have made|anyone|we|somebody yesterday|last_week|in account|campaign",
      "what was bid|budget before|earlier|previously|last_month|until_yesterday",
      "what|which happened|changed in account|campaign|yesterday|last_week|recently",
      "why is|did bid|budget different|change",
      "did somebody|someone|anyone|colleague|agency change|touch|pause|edit campaign|bid|budget|anything",
    ],
  },
  {
    actions: ["invoices.list"],
    asked: [
      "owe amazon",
      "charged|billed for ads|advertising",
      "list|show invoices|bills",
      "what|how_much did|does|has amazon charge|charged|bill|billed me|us for|in|ads march|last_month",
      "what do I owe amazon",
      "which|what|are invoices|bills open|unpaid|paid|due|have|last_month|there",
      "my ad|advertising bills|bill|invoices|payments|charges",
      "what have|did I pay|paid for ads|amazon last_month|march",
      "tax|vat|accounting invoices|bills",
    ],
  },
  {
    actions: ["invoices.get", "invoices.list"],
    asked: [
      "bill|invoice with details|lines|items",
      "get|show|open|copy|download one|single|this|march|last invoice|bill",
      "invoice lines|details|by id|number",
      "get copy of invoice",
      "what is on|in|makes_up invoice|bill",
      "break_down|explain invoice|bill",
    ],
  },
];

const accounts: readonly Job[] = [
  {
    actions: ["profiles.list", "profiles.get"],
    asked: [
      "which|what accounts I see|have|manage",
      "list of my|clients|accounts",
      "where|which countries advertise|sell|active",
      "which|what currency|timezone",
      "list|show|get profiles|accounts",
      "which|what accounts|profiles|advertisers|clients|brands|marketplaces do I have|manage|have_access|can_I use|see|are_there",
      "which|what countries|country|markets|marketplaces do|am|can|are I|we advertise|advertising|sell|active|run in",
      "what|which is|name|currency|timezone my|ad account|called|in|use",
      "currency|time_zone|timezone|country|name of my|account|profile",
      "profile id for|of country|account",
      "accounts my login|I has_access|can_see|reach|use",
      "am I seller or vendor",
      "is my account|connection|login|working|valid",
      "who am I|logged_in as",
    ],
  },
  {
    actions: ["profiles.get"],
    asked: ["get|show one|single|this profile|account by id", "profile details|by id"],
  },
  {
    actions: ["profiles.budget_settings"],
    asked: [
      "profile|account budget settings",
      "can|may|why campaign spend|spent|go more_than|over daily_budget|budget on one day",
      "overspend|exceed|over_delivery daily_budget|budget|percent",
    ],
  },
  {
    actions: ["portfolios.list"],
    asked: [
      "list|show|get portfolios",
      "which|what portfolios do_I_have|are_there|exist",
      "how are campaigns grouped",
      "what is cap|budget|limit of portfolio",
      "portfolio id for name",
      "folders|groups of campaigns",
    ],
  },
  { actions: ["portfolios.get"], asked: ["get|show one|single|this portfolio by id", "portfolio details"] },
  {
    actions: ["portfolios.create"],
    asked: [
      "move campaigns|these into new|one group|portfolio|folder called",
      "new group|folder called|named",
      "put campaigns together|in one folder|group|portfolio",
      "create|make|add|new|set_up portfolio",
      "group|bundle|organize|sort campaigns together|by brand|into|new portfolio|folder",
      "folder|group for campaigns",
    ],
  },
  {
    actions: ["portfolios.update"],
    asked: [
      "update|change|set|edit portfolio",
      "update|set|raise|lower|remove portfolio budget|cap|limit|budget_cap",
      "cap|limit|restrict what portfolio|group_of_campaigns spends|may_spend|can_spend|costs month|this_month",
      "portfolio may|should spend at_most|only|more|less",
      "rename portfolio",
      "call portfolio something_else",
    ],
  },
  {
    actions: ["portfolios.budget_usage"],
    asked: [
      "portfolio budget usage|used|left|spent",
      "how_much of portfolio budget|cap is used|left|spent|gone",
      "is portfolio out_of budget|money",
    ],
  },
  {
    actions: ["budget_rules.create"],
    asked: [
      "more|higher|extra budget|money on|at|during weekends|holidays|prime_day|black_friday",
      "when roas|acos is above|below give|spend more|less",
      "create|add|make|set_up budget rule|rules",
      "raise|increase|more|extra budget|money|spend automatically|by_itself|when|while|if|under|below acos|roas|sales|percent|good|well",
      "raise|increase|more|extra|put budget|money|spend behind ads during|for|on|around prime_day|black_friday|christmas|event|holiday|weekend|season|cyber_monday",
      "spend more during|on|at|for prime_day|black_friday|christmas|weekend|holidays|event",
      "double|bump budget for|on|during prime_day|black_friday|christmas|weekend",
      "automatic|automatically budget|change when acos|roas",
      "schedule budget raise|increase",
      "if campaign does|goes|sells well give|get more budget|money",
    ],
  },
  {
    actions: ["budget_rules.list"],
    asked: [
      "list|show|get budget rules|rule",
      "which|what budget rules|rules do_I_have|apply|are|run on|active campaign",
      "why is|was budget higher|raised today|on_weekend",
      "what raises|changes my budget automatically|by_itself",
    ],
  },
  { actions: ["budget_rules.get"], asked: ["get|show one|single budget rule by id"] },
  {
    actions: ["budget_rules.update"],
    asked: [
      "update|change|edit|pause|stop|turn_off|enable budget rule|rules",
      "rule should raise budget less|more|longer",
    ],
  },
  {
    actions: ["budget_rules.associate"],
    asked: ["associate|apply|attach|add|use|put budget rule to|on|for campaign"],
  },
  {
    actions: ["budget_rules.disassociate"],
    asked: [
      "no_more budget rule campaign",
      "campaign without budget rule",
      "disassociate|remove|detach|take_off|stop budget rule from|for campaign",
      "campaign should not use rule",
    ],
  },
  {
    actions: ["budget_rules.campaigns"],
    asked: ["list|which campaigns of|use|has|have budget rule", "where does budget rule apply"],
  },
  {
    actions: ["budget_rules.events"],
    asked: [
      "when is prime_day|black_friday|cyber_monday|christmas sale|event",
      "date|dates of prime_day|black_friday|event",
      "list|which|what|upcoming|coming|next events|shopping_events|holidays|sales_events budget",
      "when is prime_day|black_friday|next event|cyber_monday",
      "suggested|how_much budget increase|raise for|on event|prime_day|black_friday",
    ],
  },
  {
    actions: ["bid_rules.create", "bid_rules.update", "bid_rules.list"],
    asked: [
      "ads mostly|only|mainly in|at evening|night|morning|weekend",
      "raise bids in|at evening|night|weekend|hours",
      "create|add|make|set_up|schedule bid rule|rules",
      "dayparting",
      "raise|lower|change|bid|pay bids|bid|more|less at|in|during|on|only night|evening|morning|weekend|hours|day|noon|clocktime",
      "bid|pay|spend more|less at night|in_the_evening|at_weekends|during_the_day|at_lunch",
      "show|run ads only|more|less|mainly at|during|in|between certain|night|evening|day|hours|morning|weekend|clocktime",
      "ads should not run|run_less at night|weekend",
      "different bids by|at|for time_of_day|hour|weekday",
    ],
  },
  {
    actions: ["bid_rules.list"],
    asked: [
      "list|show|get bid rules|schedule",
      "which|what bid rules|schedules do_I_have|apply|are active|on campaign",
    ],
  },
  {
    actions: ["bid_rules.update"],
    asked: ["update|change|edit|pause|stop|turn_off|enable bid rule|rules|schedule|dayparting"],
  },
  {
    actions: ["bid_rules.associate"],
    asked: ["associate|apply|attach|add|use|put bid rule|schedule to|on|for campaign"],
  },
  {
    actions: ["target_promotion_groups.recommendations"],
    asked: [
      "turn good|winning searches|search_terms into keywords",
      "new keywords from auto|automatic campaign",
      "harvest|harvesting keywords|search_terms from auto|automatic campaign",
      "which|what good|best|winning search_terms|searches|words|keywords from|of auto|automatic should|could|can move|add|become manual|keywords",
      "turn|move|graduate|promote search_terms|searches into|to keywords|manual",
    ],
  },
  {
    actions: ["target_promotion_groups.create"],
    asked: [
      "create|make|new target_promotion_group|promotion_group",
      "connect|link|pair auto|automatic campaign|ad_group with|to manual",
    ],
  },
  {
    actions: ["target_promotion_groups.list"],
    asked: ["list|show target_promotion_groups|promotion_groups"],
  },
  {
    actions: ["target_promotion_groups.create_targets"],
    asked: [
      "create|add targets|keywords from|of|in target_promotion_group|promotion_group|harvest",
      "add harvested|winning search_terms|keywords to manual",
    ],
  },
  {
    actions: ["target_promotion_groups.targets"],
    asked: [
      "list|which targets|keywords were created|harvested|through|by promotion_group|target_promotion_group",
    ],
  },
  {
    actions: ["product_eligibility.query"],
    asked: [
      "can I advertise product|item|asin",
      "am_I_allowed|may|possible to advertise|promote",
      "product advertising|ad eligibility|eligible",
      "can|may|am_I_allowed I advertise|promote product|item|asin|this",
      "why can|cannot|cant I not|advertise|promote product|item|asin",
      "why is product|item not|ineligible eligible|allowed|shown|advertised",
      "is product|item|asin allowed|eligible|ready for|in ads",
    ],
  },
  {
    actions: ["product_metadata.query"],
    asked: [
      "what does product|item cost|price on_amazon",
      "price of product|item|asin",
      "product metadata|info|details|title|price|availability",
      "title|price|name|image|availability of product|item|asin|sku",
      "what is|which product|item behind|called|asin|sku",
      "asin|sku of|for my product|item|mug",
      "list|show|find my own|products|items|asins|skus|catalog|listings",
      "is product|item|asin available|in_stock|buyable|out_of_stock",
      "what does product|item cost|sell_for",
      "best_seller|bestseller rank",
    ],
  },
  {
    actions: ["sb_brands.list"],
    asked: [
      "brands I own|have|registered",
      "list|show|get brands of|my|account|advertiser",
      "which|what brands do I have|own|are|registered|belong account",
      "brand entity id",
    ],
  },
  {
    actions: ["stores.list"],
    asked: [
      "my stores|storefronts|shops",
      "stores|storefronts I have",
      "list|show|get my|stores|store|storefronts|storefront|shops|pages",
      "which|what stores|storefronts|shops|brand_store do_I_have|pages|are_there|has",
    ],
  },
  {
    actions: ["stores.insights"],
    asked: [
      "store|storefront|shop insights|statistics|visits|visitors|traffic|performance|views|sales",
      "how_many people|visitors|shoppers visit|visited|come|came|look|looked to|at my store|storefront|shop",
      "where do|from visitors|people|traffic of store|storefront|shop come",
      "which page of store|storefront|shop is best|most popular|visited",
    ],
  },
  {
    actions: ["stores.asin_metrics"],
    asked: [
      "product|asin statistics|metrics|clicks|views in store|storefront|shop",
      "which|what products|items in|of store|storefront|shop are clicked|viewed|bought|popular|sell",
    ],
  },
];

export const served: readonly Job[] = [
  ...campaignJobs,
  ...groupJobs,
  ...adJobs,
  ...keywordJobs,
  ...targetJobs,
  ...figures,
  ...accounts,
];
