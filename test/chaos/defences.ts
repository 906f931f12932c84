/** Removes a defence. `file`: the path from the root of the repository. */
export interface Change {
  file: string;
  from: string;
  to: string;
}

/** Defences by name. */
export const defences: Readonly<Record<string, readonly Change[]>> = {
  // Without this defence, a write that has started is started again.
  once: [
    {
      file: "src/core/store/once.ts",
      from: "if (!record || (record.owner === owner && !record.ended && unsent.has(id))) return take();",
      to: "if (record || !record) return take();",
    },
  ],
  // Without this defence, SQLite does not wait until a commit has reached the disk.
  synced: [
    {
      file: "service/src/store/sqlite.ts",
      from: "pragma synchronous = full;",
      to: "pragma synchronous = normal;",
    },
  ],
  // Without this defence, every replica of a bot answers every event that it gets.
  turn: [
    {
      file: "src/core/approval/claim-once.ts",
      from: 'return claim.state === "first";',
      to: "return true;",
    },
  ],
  // Without this defence, an approval is valid for other arguments too.
  digest: [
    {
      file: "src/core/approval/with-approval.ts",
      from: "if (approval.digest !== digest) return failure(otherArguments());",
      to: "",
    },
    {
      file: "src/core/approval/with-approval.ts",
      from: "const isAsked = approval?.digest === digest;",
      to: "const isAsked = approval !== undefined;",
    },
    {
      file: "src/core/approval/with-approval.ts",
      from: "if (changed) return failure(changed);",
      to: "void changed;",
    },
  ],
  // Without this defence, changed arguments replace the question that a person was asked.
  "first-question": [
    {
      file: "src/core/approval/desk-records.ts",
      from: "update(id, (before = asked) => ({",
      to: "update(id, (_, before = asked) => ({",
    },
    {
      file: "src/core/approval/with-approval.ts",
      from: "if (known) return refuse(otherArguments());",
      to: "",
    },
  ],
  // Without this defence, everybody can decide.
  approver: [
    {
      file: "src/core/approval/desk-records.ts",
      from: "if (!isApprover) throw notAnApprover(approval, answer);",
      to: "void notAnApprover; void isApprover;",
    },
    {
      file: "src/core/approval/stored-approval.ts",
      from: "(approvers === undefined || approvers.includes(by))",
      to: "(approvers === undefined || by !== '')",
    },
  ],
  // Without this defence, each process that sees an approved call runs it.
  "approved-once": [
    {
      file: "service/src/approvals/run-approved.ts",
      from: "await claim();\n        // After the claim",
      to: "void claim;\n        // After the claim",
    },
  ],
  // Without this defence, a later decision replaces the first one.
  "first-decision": [
    {
      file: "src/core/approval/desk-records.ts",
      from: 'if (statusOf(approval, now) !== "pending") throw approvalClosed(approval, now);',
      to: "void approvalClosed;",
    },
  ],
  // Without this defence, a call runs although nobody has decided.
  "asked-first": [
    {
      file: "service/src/approvals/ask-before-write.ts",
      from: "if (needs.length === 0) return;",
      to: "if (needs.length === 0 || asked.digest < '8') return;",
    },
  ],
  // Without this defence, one person is enough where two must agree.
  "two-persons": [
    {
      file: "src/core/approval/stored-approval.ts",
      from: "size >= persons;",
      to: "size >= 1;",
    },
  ],
  // Without this defence, a call does not run if its process has ended before it ran the call.
  "run-after-kill": [
    {
      file: "service/src/approvals/run-approved.ts",
      from: 'if (status === "approved") await runApproved(services, place);',
      to: 'if (status === "approved") void 0;',
    },
  ],
  // Without this defence, a cancelled call runs if the cancellation comes between the check and the claim.
  "cancelled-last": [
    {
      file: "service/src/approvals/run-approved.ts",
      from: "await stillApproved(services, place);",
      to: "void stillApproved;",
    },
  ],
  // Without this defence, an equal call does not find its job, and starts another one.
  "one-job": [
    {
      file: "src/core/job/job-records.ts",
      from: "if (earlier && isShared(earlier, asked.asked)) {",
      to: "if (earlier && isShared(earlier, asked.asked) && asked.asks === '') {",
    },
  ],
  // Without this defence, nobody goes on with a job whose process was killed.
  "job-sweep": [
    {
      file: "service/src/jobs/go-on-with-jobs.ts",
      from: "await askPlatform(services, place, job);",
      to: "void askPlatform;",
    },
  ],
  // Without this defence, the event of a job is stored after the end of the job, in another transaction.
  "job-event": [
    {
      file: "service/src/jobs/job-services.ts",
      from: "await addEvent(\n      db,",
      to: "void (async (...given: Parameters<typeof addEvent>) => { await new Promise((resolve) => setTimeout(resolve, 150)); await addEvent(...given); })(\n      store.db,",
    },
  ],
  // Without this defence, writes are not stopped.
  stop: [
    {
      file: "src/core/journal/write-journal.ts",
      from: "if (stop) throw stoppedError(stop);",
      to: "void stoppedError; void stop;",
    },
  ],
  // Without this defence, a write first reads whether writes are stopped, and then stores that it starts.
  "stop-read-last": [
    {
      file: "src/core/journal/write-journal.ts",
      from: "const next = await writeId(store, run, now);",
      to: "const next = await writeId(store, run, now); const stopped = facts.decision?.undoes === undefined ? await findStop(store) : undefined; if (stopped) throw stoppedError(stopped); await new Promise((resolve) => setTimeout(resolve, 50));",
    },
    {
      file: "src/core/journal/write-journal.ts",
      from: "if (stop) throw stoppedError(stop);",
      to: "void stop;",
    },
  ],
  // Without this defence, an answer of a stop does not name the writes that are under way.
  "under-way": [
    {
      file: "service/src/journal/stops.ts",
      from: "const places = await writesUnderWay(store, tenant, idSince(now - longestWriteMs));",
      to: "const places = (await writesUnderWay(store, tenant, idSince(now - longestWriteMs))).slice(0, 0);",
    },
  ],
  // Without this defence, everybody who undoes a write reverses it.
  "undone-once": [
    {
      file: "src/core/journal/undo-run.ts",
      from: 'if (!first) return ["already", "Somebody else undoes it now."];',
      to: "void first;",
    },
  ],
  // Without this defence, an undo replaces what somebody has written since.
  "changed-since": [
    {
      file: "src/core/journal/undo-run.ts",
      from: "if (same === false) return",
      to: "if (same === false && force) return",
    },
  ],
  // Without this defence, the connector does not ask Slack after a lost response, and sends the write again.
  "look-up": [
    {
      file: "src/connectors/slack/operations/send-or-find.ts",
      from: "const found = await look(context, error, find, since);",
      to: "const found = { unchanged: true } as Found; void look; void find;",
    },
    {
      file: "src/connectors/slack/posting/post-once.ts",
      from: "const [found] = search.found.values();",
      to: "const found = undefined; Object.assign(search, { certain: true });",
    },
  ],
  // Without this defence, no write is sent again.
  repeat: [
    {
      file: "src/core/wire/repeatable-writes.ts",
      from: "isRepeatable(operation, args) ? repeatsWrite : undefined",
      to: "isRepeatable(operation, args) ? undefined : undefined",
    },
  ],
  // Without this defence, several connectors or replicas refresh the same pair of tokens at the same time.
  lock: [
    {
      file: "src/core/store/records.ts",
      from: "return withLease(store, keyOf(id), held).catch(",
      to: "return ((_: unknown) => held())(withLease).catch(",
    },
    {
      file: "src/core/store/records.ts",
      from: "inTurn(`exchange ${keyOf(id)}`, () => exchange(id, run)),",
      to: "exchange(id, run),",
    },
  ],
  // Without this defence, a process that was slower than its lease overwrites the newer value of another process.
  fence: [
    {
      file: "src/core/store/records.ts",
      from: "const done = await write(id, value, before, writeId).catch(",
      to: "const done = await write(id, value, await readEntry(id), writeId).catch(",
    },
  ],
  // Without this defence, every process that claims work runs it.
  claim: [
    {
      file: "src/core/store/once.ts",
      from: "if (!record || (record.owner === owner && !record.ended && unsent.has(id))) return take();",
      to: "if (record || !record) return take();",
    },
  ],
  // Without this defence, a write whose answer was lost is written again.
  "write-ids": [
    {
      file: "src/core/store/records.ts",
      from: "if (sent && before?.writes.includes(writeId)) return sent.result;",
      to: "void sent;",
    },
  ],
  // Without this defence, a new pair of tokens is used before the pair is stored.
  "persist-first": [
    {
      file: "src/core/store/records.ts",
      from: "return value === undefined ? undefined : inTurn(keyOf(id), () => keep(id, value, before));",
      to: "if (value !== undefined) void wait(100).then(() => keep(id, value, before)).catch(() => {}); return value;",
    },
  ],
  // Without this defence, the end of a session of PostgreSQL ends the process that uses it.
  "session-end": [
    {
      file: "service/src/store/postgres-pool.ts",
      from: 'pool.on("connect", (client) => client.on("error", () => {}));',
      to: "",
    },
  ],
  // Without this defence, the service sends parameters that PgBouncer refuses.
  pooler: [
    {
      file: "service/src/store/postgres.ts",
      from: "keepAlive: true,",
      to: "keepAlive: true, statement_timeout: 15_000,",
    },
  ],
  // Without this defence, a raise of spending is not reserved before it is sent.
  reserve: [
    {
      file: "src/core/policy/account-totals.ts",
      from: "return { value: value === noTotals ? undefined : value, result };",
      to: "return { value: (void value, stored), result };",
    },
  ],
  // Without this defence, an event is stored after the change that it reports, in another transaction.
  outbox: [
    {
      file: "service/src/routes/connectors/create-connector.ts",
      from: 'await addConnectorEvent(db, "connector.created", created, now);',
      to: 'void clock.sleep(20).then(() => addConnectorEvent(store.db, "connector.created", created, now));',
    },
  ],
  // Without this defence, one organization can take every place for calls, refreshes and uploads.
  share: [
    {
      file: "service/src/limits/concurrency-limits.ts",
      from: "const full = levels.find(isFull) ?? levels.find(isPastShare);",
      to: 'const full = levels.find((level) => level.word !== "organization" && isFull(level)); void isPastShare;',
    },
  ],
  // Without this defence, one organization can take every place for webhooks.
  "webhook-share": [
    {
      file: "service/src/store/queries/webhook-deliveries.ts",
      from: '.where("shared.place", "<=", perOrganization);',
      to: ";",
    },
    {
      file: "service/src/store/queries/webhook-deliveries.ts",
      from: "place + rank <= ${free + 1}",
      to: "rank <= ${free}",
    },
  ],
  // The next nine defences protect connect sessions. Without `state`, the cookie alone finds the session.
  state: [
    {
      file: "service/src/connect/finish-session.ts",
      from: 'findSession(store.db, "state_hash", hashOf(query.get("state") ?? ""))',
      to: 'findSession(store.db, "id", /connect-([\\w-]+)=/.exec(request.headers.get("cookie") ?? "")?.[1] ?? "")',
    },
    { file: "src/core/connect/read-callback.ts", from: "if (!equalTexts(", to: "if (false && !equalTexts(" },
  ],
  // Without this defence, no code verifier binds a code to its session.
  code: [
    {
      file: "src/core/connect/start-connect.ts",
      from: 'flow.pkce === "always" || isPublic ? randomText() : undefined',
      to: "undefined as string | undefined",
    },
  ],
  cookie: [
    {
      file: "service/src/connect/finish-session.ts",
      from: "if (cookie === undefined || hashOf(cookie) !== session.cookie_hash)",
      to: "if (false)",
    },
  ],
  session: [
    {
      file: "service/src/connect/confirm-session.ts",
      from: "if (session.result_hash !== hashOf(result))",
      to: "if (false)",
    },
  ],
  user: [
    {
      file: "service/src/connect/confirm-session.ts",
      from: "if (session.workspace !== user)",
      to: "if (false)",
    },
  ],
  redirect: [
    {
      file: "service/src/routes/connect/create-connect-session.ts",
      from: "if (allowed.includes(address)) return {",
      to: "return {",
    },
  ],
  provider: [
    {
      file: "src/core/connect/read-callback.ts",
      from: 'if ((callback.get("iss") ?? issuer) !== issuer)',
      to: "if (false)",
    },
  ],
  time: [
    {
      file: "service/src/connect/start-session.ts",
      from: "if (row.expires_at <= clock.now())",
      to: "if (false)",
    },
    {
      file: "service/src/connect/confirm-session.ts",
      from: 'if (status !== "returned" || session.expires_at <= clock.now())',
      to: 'if (status !== "returned")',
    },
    {
      file: "service/src/store/queries/connect-sessions.ts",
      from: "row.status === session.status && row.expires_at > now",
      to: "row.status === session.status",
    },
  ],
  order: [
    {
      file: "service/src/store/queries/connect-sessions.ts",
      from: "row.status === session.status && ",
      to: "",
    },
  ],
  // Without this defence, a failure of the store after a write to the platform looks like a failure before the
  // write.
  unknown: [
    {
      file: "service/src/store/storage-errors.ts",
      from: "export const callInDoubt = (error: unknown): unknown =>",
      to: "export const callInDoubt = (error: unknown): unknown => error; export const unused = (error: unknown): unknown =>",
    },
    {
      file: "service/src/idempotency/idempotency-keys.ts",
      // Without this defence, the idempotency key is not stored before the write is sent.
      from: "await claimKey(keyed, undefined, known, later).catch(",
      to: "await Promise.resolve({ state: 'first' }).catch(",
    },
  ],
  // The next seven defences judge whether a write to Amazon Ads raises spending. Without `restore`, every change of a
  // record that was lowered on the same day counts as its undo.
  restore: [
    {
      file: "src/core/policy/restored-records.ts",
      from: "return known.at(-1) === before && known.includes(after);",
      to: "return true;",
    },
  ],
  "new-records": [
    {
      file: "src/connectors/amazon-ads/money/judge/judge-items.ts",
      from: 'const starts = entity.kind !== "negative" && entity.kind !== "portfolio" && isEnabled(item);',
      to: "const starts = false;",
    },
  ],
  "budget-rules": [
    {
      file: "src/connectors/amazon-ads/money/guards/budget-rule-guards.ts",
      from: "raisesBudgets(rule, readBudgetRule(before[index]!))",
      to: "false",
    },
  ],
  "associated-budget-rules": [
    {
      file: "src/connectors/amazon-ads/money/guards/budget-rule-guards.ts",
      from: "filter((ruleId) => !associated.has(ruleId))",
      to: "filter(() => false)",
    },
  ],
  "bid-rules": [
    {
      file: "src/connectors/amazon-ads/money/guards/bid-rule-guards.ts",
      from: "raisesRuleBids(rule, readBidRule(before[index]!))",
      to: "false",
    },
  ],
  "associated-bid-rules": [
    {
      file: "src/connectors/amazon-ads/money/guards/bid-rule-guards.ts",
      from: "filter((id) => !associated.has(id))",
      to: "filter(() => false)",
    },
  ],
  creatives: [
    {
      file: "src/connectors/amazon-ads/display/creative-guards.ts",
      from: 'needed.has(idOf(adGroupId)) && moderationStatus !== "APPROVED"',
      to: "false",
    },
  ],
  // The next six defences protect rows of the store. Without `row-hash`, a changed or planted row is used.
  "row-hash": [
    {
      file: "service/src/store/protected-rows/list-path.ts",
      from: "if (entry === undefined)",
      to: "if (false)",
    },
    {
      file: "service/src/store/protected-rows/list-path.ts",
      from: "if (entry !== entryOf(table, row))",
      to: "if (false)",
    },
  ],
  // Without this defence, nobody notices that a row was deleted.
  "row-absence": [
    {
      file: "service/src/store/protected-rows/list-path.ts",
      from: "if (list.entries.has(name))",
      to: "if (false)",
    },
  ],
  "list-signature": [
    {
      file: "service/src/store/protected-rows/signed-list.ts",
      from: "if (expected === undefined || !isEqual(expected, signature))",
      to: "if (false)",
    },
  ],
  // Without this defence, an older list of a user is valid.
  "list-version": [
    {
      file: "service/src/store/protected-rows/list-path.ts",
      from: "if (parent && list.version !== version)",
      to: "if (false)",
    },
  ],
  // Without this defence, a process does not notice that all lists of an organization were put back.
  "seen-version": [
    {
      file: "service/src/store/protected-rows/seen-versions.ts",
      from: "version >= (seen.get(organization)?.settled ?? 0);",
      to: "version >= 0;",
    },
  ],
  // Without this defence, the platform tokens of one connector are valid for another connector.
  "token-owner": [
    {
      file: "service/src/credentials/record-stores.ts",
      from: "organization_id,\n  connector_id,\n  key,\n];",
      to: "];",
    },
  ],
  // Without this defence, a link signs a user in for the request that waits in any browser.
  "sign-in-browser": [
    {
      file: "service/src/people/person-sign-in.ts",
      from: "found.uid !== waiting.uid",
      to: "found.uid === ''",
    },
    {
      file: "service/src/people/person-sign-in.ts",
      from: "uid: found.uid, user: found.user",
      to: "uid: waiting.uid, user: found.user",
    },
  ],
  // Without this defence, the link of an application signs its user in again.
  "sign-in-once": [
    {
      file: "service/src/people/person-sign-in.ts",
      from: "if (!(await server.records.useOnce(link)))",
      to: "if (link === '')",
    },
  ],
  // Without this defence, each application can sign users in to each other one.
  "sign-in-application": [
    {
      file: "service/src/people/person-sign-in.ts",
      from: "if (asked?.application !== application)",
      to: "if (asked === undefined)",
    },
  ],
  // Without this defence, the document of a client can name redirects without https.
  "client-document": [
    {
      file: "service/src/people/provider.ts",
      from: "clientFault(client.metadata()) === undefined",
      to: "clientFault(client.metadata()) !== ''",
    },
  ],
  // Without this defence, an issuer that an application names can send the service to a private address.
  "inner-issuer": [
    {
      file: "service/src/people/create-people.ts",
      from: "privateOrigins.includes(url.origin)",
      to: "url.origin !== ''",
    },
  ],
  // Without this defence, two requests at the same time can both get tokens for one code.
  "code-once": [
    {
      file: "service/src/people/grant-records.ts",
      from: "if (!(await store.write(keyOf(model, id), text, found.version, seconds))) throw await spent();",
      to: "await store.write(keyOf(model, id), text, found.version, seconds);",
    },
  ],
  // Without this defence, a token works at every address of its application.
  audience: [
    {
      file: "service/src/people/authorization-server.ts",
      from: "found.aud !== resource || ",
      to: "",
    },
  ],
  // Without this defence, a program's token of one application works at the address of another one.
  "program-audience": [
    {
      file: "service/src/http/run-route.ts",
      from: "client_id !== claims.application",
      to: "claims.application === ''",
    },
  ],
  // Without this defence, another page of the same browser can decide.
  csrf: [
    {
      file: "service/src/routes/people/agree-pages.ts",
      from: "person.csrf !== body.csrf",
      to: "person.csrf === ''",
    },
  ],
  // Without this defence, a token sees the connectors of all users of its organization.
  "own-connectors": [
    {
      file: "service/src/store/queries/connectors.ts",
      from: '.$if(workspace !== undefined, (query) => query.where("connectors.workspace_id", "=", workspace!))',
      to: '.$if(workspace === "", (query) => query.where("connectors.workspace_id", "=", workspace!))',
    },
  ],
  // Without this defence, a token sees the approvals of all users of its organization.
  "own-approvals": [
    {
      file: "service/src/store/queries/waiting-calls.ts",
      from: '.$if(workspace !== undefined, (query) => query.where("connectors.workspace_id", "=", workspace!))',
      to: '.$if(workspace === "", (query) => query.where("connectors.workspace_id", "=", workspace!))',
    },
  ],
  // Without this defence, a token sees the writes of all users of its organization.
  "own-journal": [
    {
      file: "service/src/store/queries/journal-records.ts",
      from: '.$if(workspace !== undefined, (query) => query.where("connectors.workspace_id", "=", workspace!))',
      to: '.$if(workspace === "", (query) => query.where("connectors.workspace_id", "=", workspace!))',
    },
  ],
  // Without this defence, expired rows stay in the store.
  expiry: [
    {
      file: "service/src/service.ts",
      from: "await deleteExpired(store, clock.now(), limits.auditDays);",
      to: "void deleteExpired;",
    },
  ],
  // Without this defence, connectors of deleted users stay in memory.
  "closed-connectors": [
    {
      file: "service/src/calls/open-connectors.ts",
      from: "if (value.id === id) open.delete(key);",
      to: "if (value.id === id && key === '') open.delete(key);",
    },
  ],
  // Without this defence, a replica that stops breaks its running requests off.
  drain: [
    {
      file: "service/src/commands/serve.ts",
      from: "await closeServer(drainTimeoutMs);",
      to: "await closeServer(0);",
    },
  ],
  // Without this defence, a full disk looks like a fault of the service.
  "full-store": [
    { file: "service/src/store/storage-errors.ts", from: '13: "storage_full",', to: "" },
    { file: "service/src/store/storage-errors.ts", from: "|25006|53|", to: "|25006|" },
  ],
  // Without this defence, a replica whose clock is ahead deletes rows early.
  "early-expiry": [
    {
      file: "service/src/operations/expiry.ts",
      from: "const now = Math.min(clockNow, await timeOfStore(store));",
      to: "const now = clockNow;",
    },
  ],
  // Without this defence, an event that was tried while a clock was ahead waits until all clocks have caught up.
  "later-claim": [
    {
      file: "service/src/service.ts",
      from: "await deliveries.hurry();",
      to: "",
    },
  ],
  // Without this defence, a job that was asked about while a clock was ahead waits until all clocks have caught up.
  "later-look": [
    {
      file: "src/core/job/job-records.ts",
      from: "next <= now || next > now + longestWaitMs;",
      to: "next <= now;",
    },
  ],
};
