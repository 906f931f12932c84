import { existsSync, readFileSync } from "node:fs";
import type { ConnectorClass } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { GitHubConnector } from "agent-connectors/github";
import { GmailConnector } from "agent-connectors/gmail";
import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import { LinearConnector } from "agent-connectors/linear";
import { NotionConnector } from "agent-connectors/notion";
import { SlackConnector } from "agent-connectors/slack";
import { readResults } from "../live/results.ts";
import { githubProofs } from "./github-proof.ts";
import { gmailProofs, googleCalendarProofs } from "./google-proof.ts";
import { linearProofs } from "./linear-proof.ts";
import { notionProofs } from "./notion-proof.ts";
import type { Proofs } from "./proof.ts";

/** The results of checks with real accounts. The file does not exist before the first results. */
const confirmedFile = new URL("../live/confirmed.jsonl", import.meta.url);
export const confirmed = existsSync(confirmedFile) ? readResults(readFileSync(confirmedFile, "utf8")) : [];

const slackProofs: Proofs = {
  meanings: { documented: "The request follows Slack's documentation" },
  of: () => "documented",
};
const amazonAdsProofs: Proofs = {
  meanings: {
    specification:
      "A test compares the requests of the action with Amazon's specifications: the method, the path, the media types and the names of the params",
  },
  of: () => "specification",
};

/** A connector of this package, and what its reference pages say of it beside its definition. */
export interface Reference {
  connector: Pick<ConnectorClass, "connectorName" | "title" | "auth" | "describe" | "compiled">;
  proofs: Proofs;
}

/** The connectors of this package, in the order of the pages. */
export const references: readonly Reference[] = [
  { connector: SlackConnector, proofs: slackProofs },
  { connector: AmazonAdsConnector, proofs: amazonAdsProofs },
  { connector: NotionConnector, proofs: notionProofs },
  { connector: GitHubConnector, proofs: githubProofs },
  { connector: GmailConnector, proofs: gmailProofs },
  { connector: GoogleCalendarConnector, proofs: googleCalendarProofs },
  { connector: LinearConnector, proofs: linearProofs },
];
