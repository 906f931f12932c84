import type { WriteCase } from "./write-case.ts";
import { botCases } from "./write-cases-bots.ts";
import { channelCases } from "./write-cases-channels.ts";
import { messageCases } from "./write-cases-messages.ts";
import { otherCases } from "./write-cases-others.ts";

export const writeCases: readonly WriteCase[] = [
  ...messageCases,
  ...channelCases,
  ...otherCases,
  ...botCases,
];
