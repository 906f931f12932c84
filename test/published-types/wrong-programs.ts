/** Programs with one mistake each. `wrong`: the text that the error must contain. */
export const wrongPrograms: readonly { name: string; code: string; wrong: string }[] = [
  { name: "a misspelled entity", code: `void slack.chanels.list();`, wrong: "Did you mean 'channels'?" },
  { name: "a misspelled action", code: `void slack.channels.lst();`, wrong: "Did you mean 'list'?" },
  {
    name: "a missing param",
    code: `void slack.messages.create({ markdown_text: "x" });`,
    wrong: "'channel'",
  },
  {
    name: "no content",
    code: `void slack.messages.create({ channel: "#general" });`,
    wrong: "missing in type",
  },
  { name: "two contents of which one is allowed", code: `void ads.sb_keywords.keyword_recommendations({ asins: ["B07R7V6KS8"], url: "https://example.com" });`, wrong: "url" }, // prettier-ignore
  { name: "none of two params", code: `void ads.sb_product_targeting.brand_recommendations({ profileId: "1" });`, wrong: "missing in type" }, // prettier-ignore
  { name: "half of a set of params", code: `void ads.sponsored_product_keywords.keyword_recommendations({ campaignId: "1" });`, wrong: "adGroupId" }, // prettier-ignore
  { name: "a misspelled param", code: `void slack.channels.list({ typs: ["im"] });`, wrong: "Did you mean to write 'types'?" }, // prettier-ignore
  {
    name: "a misspelled value",
    code: `void slack.channels.list({ types: ["public"] });`,
    wrong: `'"public"'`,
  },
  { name: "a value of another type", code: `void slack.channels.list({ limit: "5" });`, wrong: "'number'" },
  { name: "a param of a write", code: `void slack.channels.get({ channel: "C1", dry_run: true });`, wrong: "'dry_run'" }, // prettier-ignore
  { name: "a param of another action", code: `void slack.channels.archive({ channel: "C1", name: "y" });`, wrong: "'name'" }, // prettier-ignore
  { name: "no params", code: `void slack.channels.get();`, wrong: "Expected 1-2 arguments" },
  {
    name: "a misspelled entity of execute",
    code: `void slack.execute("chanels", "list");`,
    wrong: `'"chanels"'`,
  },
  {
    name: "an action of another entity",
    code: `void slack.execute("users", "archive");`,
    wrong: `'"archive"'`,
  },
  { name: "a misspelled param of execute", code: `void slack.execute("messages", "create", { chanel: "C1", text: "x" });`, wrong: "Did you mean to write 'channel'?" }, // prettier-ignore
  { name: "a misspelled name in include", code: `void slack.tool({ include: ["chanels.list"] });`, wrong: `Did you mean '"channels.list"'?` }, // prettier-ignore
  { name: "a misspelled name in a policy", code: `void new SlackConnector({ auth: { api_token: "x" } }, { policy: { exclude: ["messages.creat"] } });`, wrong: `Did you mean '"messages.create"'?` }, // prettier-ignore
  { name: "a misspelled cap", code: `void ads.tool({ caps: { max_bis: { USD: 2 } } });`, wrong: "Did you mean to write 'max_bid'?" }, // prettier-ignore
  {
    name: "a misspelled credential",
    code: `void new SlackConnector({ auth: { api_tokn: "x" } });`,
    wrong: "'api_tokn'",
  },
  { name: "missing fields of an item", code: `void ads.sponsored_product_campaigns.create({ campaigns: [{ name: "x" }] });`, wrong: "targetingType, budget" }, // prettier-ignore
  { name: "an id as a number", code: `void ads.sponsored_product_campaigns.update({ campaigns: [{ campaignId: 5 }] });`, wrong: "'number'" }, // prettier-ignore
  { name: "a field that a record does not have", code: `void slack.users.get({ user: "U1" }).then(({ data }) => data.surname);`, wrong: "'User'" }, // prettier-ignore
  { name: "a misspelled field of a record", code: `void slack.channels.list().then(({ data }) => data[0]?.nam);`, wrong: "Did you mean 'name'?" }, // prettier-ignore
];
