import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, type AmazonAdsSeedChanges } from "agent-connectors/sandbox";
import { memoryStore } from "agent-connectors/store";
import { z } from "zod";
import { amazonAdsRecords } from "./amazon-ads-records.ts";
import { definePlatform, dict, toolsOf, toolSpec } from "./platform.ts";

export const amazonAds = definePlatform({
  title: AmazonAdsConnector.title,
  spec: z.strictObject({
    /** `oneProfile`: the login can use only the US seller, so calls need no profileId. */
    login: z.enum(["allProfiles", "oneProfile"]).default("allProfiles"),
    seed: dict.optional(),
    caps: dict.optional(),
    tool: toolSpec,
  }),
  open({ login, seed, caps, tool }) {
    const sandbox = amazonAdsSandbox(seed ? { seed: seed as AmazonAdsSeedChanges } : {});
    const connector = new AmazonAdsConnector(
      { auth: login === "oneProfile" ? sandbox.otherCredentials.oneProfile : sandbox.credentials },
      { ...sandbox.options, store: memoryStore(), ...(caps ? { policy: { caps: caps as object } } : {}) },
    );
    return {
      connector,
      tools: toolsOf(connector, tool),
      records: () => amazonAdsRecords(sandbox.state()),
      requests: () => sandbox.calls().length,
    };
  },
});
