import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { GitHubConnector } from "agent-connectors/github";
import { GmailConnector } from "agent-connectors/gmail";
import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import { LinearConnector } from "agent-connectors/linear";
import { NotionConnector } from "agent-connectors/notion";
import { SlackConnector } from "agent-connectors/slack";

/** The connectors of this package, in the order of its pages. */
export const allConnectors = [
  SlackConnector,
  AmazonAdsConnector,
  NotionConnector,
  GitHubConnector,
  GmailConnector,
  GoogleCalendarConnector,
  LinearConnector,
];
