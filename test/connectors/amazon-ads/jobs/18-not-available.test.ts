import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

// Jobs 18 to 20: what this connector does not have. A search says so, and names what can be used instead.

describeJob("what is not available", {}, (job) => {
  test.each([
    ["calculate TACoS from total sales", "Selling Partner API"],
    ["how much stock is left", "Selling Partner API"],
    ["search query performance", "Selling Partner API"],
    ["create an AMC audience", "Amazon Marketing Cloud"],
    ["list DSP line items", "Amazon DSP"],
    ["start a Sponsored TV campaign", "Sponsored TV"],
  ])("%s", async (query, named) => {
    const { text } = await job().tool.call({ entity: "connector", action: "search", params: { query } });
    const found = JSON.parse(text) as { none: string; actions: string[] };
    expect(found.actions).toEqual([]);
    expect(found.none).toContain(named);
  });

  test("new-to-brand customers are a question for a report", async () => {
    const params = { query: "new-to-brand customers" };
    const { text } = await job().tool.call({ entity: "connector", action: "search", params });
    expect((JSON.parse(text) as { actions: string[] }).actions[0]).toMatch(/^reports\.run\(/);
  });

  test("a question that the connector can answer has no such text, and the named reports exist", async () => {
    const { ask, tool } = job();
    const { text } = await tool.call({
      entity: "connector",
      action: "search",
      params: { query: "pause a campaign" },
    });
    expect(JSON.parse(text)).not.toHaveProperty("none");
    const types = (await tool.call({ entity: "reports", action: "types", params: {} })).text;
    for (const type of [
      "spAudiences",
      "sbAudiences",
      "spPromptAdExtension",
      "sbPromptAdExtension",
      "dspCampaign",
      "stCampaigns",
    ])
      // prettier-ignore
      expect(types).toContain(type);
    await ask("product_metadata", "query", { asins: ["B0CK7R2M4Q"] });
  });
});
