import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { listen, openService } from "agent-connectors-service";
import { caps, testAmazonAds } from "../../suites/amazon-ads.ts";

// Runs the suite of Amazon Ads through a service, because guards, caps and reports must also work in hosted mode.
testAmazonAds(
  "through a service",
  async () => {
    const sandbox = amazonAdsSandbox();
    const dataDir = mkdtempSync(`${tmpdir()}/agent-connectors-test-`);
    const code = { ...sandbox.options, policy: { caps } };
    const opened = await openService({
      dataDir,
      connectors: [{ connector: AmazonAdsConnector, code, shareTokens: false }],
    });
    const { url, close } = await listen(opened.service, "127.0.0.1", 0);
    const { client_id, client_secret } = opened.application!;
    const ads = await AmazonAdsConnector.create(
      {
        auth: sandbox.credentials,
        base_url: url,
        external_user_id: "suite",
        airbyte_client_id: client_id,
        airbyte_client_secret: client_secret,
      },
      { policy: { caps } },
    );
    return {
      ads,
      sent: () => sandbox.calls(),
      close: async () => {
        await close(0);
        await opened.close();
        rmSync(dataDir, { recursive: true });
      },
    };
  },
  ["execute"],
);
