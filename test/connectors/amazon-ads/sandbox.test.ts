import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { caps, testAmazonAds } from "../../suites/amazon-ads.ts";

const policy = { caps };

testAmazonAds("sandbox by an injected fetch", async () => {
  const sandbox = amazonAdsSandbox();
  return {
    ads: new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, policy }),
    sent: () => sandbox.calls(),
  };
});

testAmazonAds("sandbox over a socket", async () => {
  const sandbox = amazonAdsSandbox();
  const { url, close } = await sandbox.listen();
  return {
    ads: new AmazonAdsConnector(
      { auth: sandbox.credentials },
      { endpoint: url, clock: sandbox.clock, policy },
    ),
    sent: () => sandbox.calls(),
    close,
  };
});
