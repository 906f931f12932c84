import { ConnectorError } from "agent-connectors";
import type { Sealer } from "../credentials/sealing.ts";
import type { CallPlace } from "../store/queries/waiting-calls.ts";

/** What a link to the page of an approval contains, sealed. */
export interface ApproveLink extends CallPlace {
  /** The person for whom the application has made the link. */
  by: string;
}

const place = ["approve-link"];

/** The text of a link. It needs no row, and opens nothing after the approval has ended. */
export const sealLink = (sealer: Sealer, link: ApproveLink): string =>
  sealer.seal(JSON.stringify(link), place).replaceAll(".", "~");

/** @throws ConnectorError `not_found` */
export function openLink(sealer: Sealer, text: string): ApproveLink {
  try {
    return JSON.parse(sealer.open(text.replaceAll("~", "."), place)) as ApproveLink;
  } catch {
    throw new ConnectorError("not_found", "This link is not valid.", {
      hint: "Open the link exactly as you got it, or ask the application for a new one.",
    });
  }
}
