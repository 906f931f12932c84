import type { ChaosTest } from "./chaos-test.ts";
import { databaseFaults } from "./database/database-faults.ts";
import { clockJumps } from "./clock/clock-jumps.ts";
import { diskFull } from "./database/disk-full.ts";
import { killCreates } from "./kill-creates.ts";
import { killWrites } from "./kill-writes.ts";
import { rotatingCredentials } from "./rotating/rotating-credentials.ts";
import { sealedRows } from "./sealed-rows/sealed-rows.ts";
import { soak } from "./soak/soak.ts";
import { spendCap } from "./spend-cap.ts";
import { starve } from "./starve/starve.ts";
import { storeFailure } from "./store-failure.ts";
import { webhooks } from "./webhooks/webhooks.ts";

import { approvedWrites } from "./approvals/approved-writes.ts";
import { changedApprovals } from "./approvals/changed-approvals.ts";
import { killedApprovals } from "./approvals/killed-approvals.ts";
import { botEvents } from "./bots/bot-events.ts";
import { connectAttacks } from "./connect/connect-attacks.ts";
import { crossedCalls } from "./sign-in/crossed-calls.ts";
import { signInAttacks } from "./sign-in/sign-in-attacks.ts";
import { killedJobs } from "./jobs/killed-jobs.ts";
import { faultedWrites } from "./write-cases/faulted-writes.ts";
import { sharedStores } from "./stores/shared-stores.ts";
import { apiModel } from "./model/api-model.ts";
import { rollingUpgrade } from "./upgrade/rolling-upgrade.ts";
import { writeWalk } from "./walk/write-walk.ts";

export const tests: readonly ChaosTest[] = [
  killCreates("sqlite"),
  killCreates("postgres"),
  killWrites("sqlite"),
  killWrites("postgres"),
  killWrites("sqlite", "power cut"),
  killWrites("postgres", "power cut"),
  spendCap("sqlite"),
  spendCap("postgres"),
  storeFailure("sqlite"),
  storeFailure("postgres"),
  ...databaseFaults,
  diskFull("sqlite"),
  diskFull("postgres"),
  clockJumps("sqlite"),
  clockJumps("postgres"),
  rollingUpgrade,
  rotatingCredentials("sqlite", "grace"),
  rotatingCredentials("sqlite", "strict"),
  rotatingCredentials("postgres", "grace"),
  rotatingCredentials("postgres", "strict"),
  webhooks("sqlite"),
  webhooks("postgres"),
  starve("sqlite"),
  starve("postgres"),
  faultedWrites,
  connectAttacks,
  signInAttacks,
  crossedCalls,
  sealedRows,
  approvedWrites,
  changedApprovals,
  killedApprovals("sqlite"),
  killedApprovals("postgres"),
  killedApprovals("in-process-sqlite"),
  killedApprovals("in-process-file"),
  killedJobs("sqlite"),
  killedJobs("postgres"),
  writeWalk("sp"),
  writeWalk("sb"),
  writeWalk("sd"),
  botEvents("bolt"),
  botEvents("chat-sdk"),
  sharedStores("file"),
  sharedStores("postgres"),
  sharedStores("redis"),
  apiModel("sqlite"),
  apiModel("postgres"),
  soak("sqlite"),
  soak("postgres"),
];
