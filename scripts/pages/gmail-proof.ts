import file from "../../src/connectors/gmail/connector.json" with { type: "json" };
import { proofSection } from "./google-proof.ts";

/** The actions whose requests no emulator answers. */
const documented: ReadonlySet<string> = new Set(["profile.get"]);

export const gmailProof = (): string =>
  proofSection(file.actions, (name) => (documented.has(name) ? "documented" : "emulated"));
