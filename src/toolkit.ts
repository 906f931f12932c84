// For authors of connectors and of services: helpers, and the types of definitions. The main entry does not export
// them, because callers of a connector do not need them.
export type { Action, Zod } from "./core/contract/action.ts";
export type { ConnectorBase, Method } from "./core/contract/connector.ts";
export type {
  ActionScopes,
  IndirectCalls,
  MissingScope,
  ScopeNeed,
  ScopeNeeds,
} from "./core/contract/action-scopes.ts";
export type { Audience, AudienceCall, AudienceReader, ExternalRule } from "./core/contract/audience.ts";
export type { AuthScheme, AuthSchemes } from "./core/contract/auth-scheme.ts";
export type {
  PlatformClient,
  PlatformClientOptions,
  EnrichedCall,
  SendOptions,
  GivenRequest,
  RawRequest,
  RawRequests,
} from "./core/contract/client.ts";
export type { ActionDescription } from "./core/contract/compiled-action.ts";
export type {
  OAuthApplication,
  CheckedAccount,
  ConnectFlow,
  GrantedCredentials,
  ApplicationRegistrationRequest,
} from "./core/contract/connect-flow.ts";
export type { Consent } from "./core/contract/connector.ts";
export type { ActionData, CompiledSchemas, CompiledConnector } from "./core/contract/compiled-connector.ts";
export type { Decision } from "./core/contract/call-options.ts";
export type { States } from "./core/contract/store-driver.ts";
export type { RefreshedToken, StoredTokens, TokenStore } from "./core/contract/tokens.ts";
export type { ActionCode, ConnectorCode, FileAction } from "./core/contract/connector-file.ts";
export type {
  ConfigFields,
  ConnectorDefinition,
  CredentialForms,
  CredentialsOf,
  NameResolver,
} from "./core/contract/definition.ts";
export type { AskedJob } from "./core/contract/search.ts";
export type { EffectRule } from "./core/contract/effect.ts";
export type {
  PayingAccount,
  GuardRead,
  Judgement,
  OutdatedStates,
  ChangePreview,
  SpendRaise,
  RecordChange,
} from "./core/contract/judgement.ts";
export type { JsonSchema } from "./core/contract/json-schema.ts";
export type { CapAmount, AllowList, AllowListKind, AllowListKinds } from "./core/contract/policy.ts";
export type { Undo } from "./core/contract/result.ts";
export type { PlatformReply, RunContext, RunResult, UnknownAttempt } from "./core/contract/run-context.ts";
export type { SearchOptions } from "./core/contract/search.ts";
export type { Operation, Operations, Repeatable } from "./core/contract/wire/operation.ts";
export type { Paging } from "./core/contract/wire/paging.ts";
export type {
  Download,
  DownloadReply,
  DownloadRequest,
  FileStream,
  Http,
  HttpReply,
  HttpRequest,
  ResponseHeaders,
} from "./core/contract/wire/http-types.ts";
export { hiddenText, type Embedded, type IsAllowed } from "./core/contract/policy.ts";
export { failOnAbort, rejectOnAbort, withTimeout } from "./core/ground/abort.ts";
export { fromBase64, toBase64 } from "./core/ground/base64.ts";
export { monotonic, spendWait, systemClock, type WaitBudget } from "./core/ground/clock.ts";
export { parseIsoDate } from "./core/ground/dates.ts";
export { errorTable, type ErrorFields, type Issue } from "./core/ground/errors.ts";
export { at, cut, dicts, isDict, listNames, show, stringAt, type Dict } from "./core/ground/json.ts";
export { hashOf } from "./core/ground/hash.ts";
export { late } from "./core/ground/lazy.ts";
export { isLoopback } from "./core/ground/loopback.ts";
export { knownMessages, quoteOthers, quotePlatform } from "./core/ground/quote-others.ts";
export { parseLossless } from "./core/ground/lossless-json.ts";
export { parseBody, parseJson } from "./core/ground/parse-json.ts";
export {
  checkRawBody,
  headerOf,
  isRecent,
  isSigned,
  type SignedRequest,
} from "./core/ground/signed-request.ts";
export { foldName, nearest, sameName } from "./core/ground/similar-names.ts";
export { createTurns, type Turns, type Waiting } from "./core/ground/turns.ts";
export { inTurn } from "./core/call/account-turns.ts";
export {
  contentAsBase64,
  fileBytes,
  fileContent,
  isBase64,
  type FileContent,
} from "./core/call/file-content.ts";
export { readIfAllowed } from "./core/call/read-if-allowed.ts";
export { replyMeta } from "./core/call/send-operation.ts";
export { accountDay } from "./core/policy/account-day.ts";
export type { DayAmount, DayTotals } from "./core/contract/day-totals.ts";
export { usedOf } from "./core/policy/day-totals.ts";
export { indexRanges } from "./core/policy/index-ranges.ts";
export { rowsOf } from "./core/tool/output/table.ts";
export { announcedSize, fileStream } from "./core/wire/file-stream.ts";
export { fetchOf } from "./core/wire/send/fetch-of.ts";
export { nodeSender, type NodeSenderOptions } from "./core/wire/send/node-sender.ts";
export type { Answer, Sender, SentRequest } from "./core/contract/wire/sender.ts";
export { decodeText, maxBytes, readBytes } from "./core/wire/send/response-body.ts";
export { checkCursor, nextCursor, type Page } from "./core/wire/paging.ts";
export { buildRequest, pathAndQuery, type WireRequest } from "./core/wire/executor/build-request.ts";
export { restRequest } from "./core/wire/executor/rest-request.ts";
export { formOf } from "./core/wire/executor/styles.ts";
export { createWireClient, type WireDefinition } from "./core/wire/executor/wire-client.ts";
export { readRepeated, retryOf } from "./core/wire/repeatable-writes.ts";
export { createRateLimiter, type Rate, type RateLimiter } from "./core/wire/rate-limiter.ts";
export { redactSecrets } from "./core/wire/redact-secrets.ts";
export {
  issuedTokens,
  requestTokens,
  type IssuedTokens,
  type TokenRequest,
} from "./core/wire/token-request.ts";
export { createTokenCache, type TokenCache, type TokenCacheOptions } from "./core/credentials/token-cache.ts";
export type { ManifestOptions, ScopeChoice } from "./core/connect/chosen-scopes.ts";
export type {
  FinishConnectOptions,
  PendingConnect,
  StartConnectOptions,
} from "./core/connect/connect-options.ts";
export { consentOf } from "./core/open/consent.ts";
export type { CreateOptions, UpdateOptions } from "./define/connector-class.ts";
export type { ConnectSessionOptions } from "./hosted/connect-session.ts";
export type { WebhookOptions } from "./hosted/verify-webhook.ts";
export type { ApprovalAnswer, ApprovalStatus, AskedCall, StoredApproval } from "./core/contract/approval.ts";
export type { ApprovalRow, EndedCall } from "./core/contract/approval/rows.ts";
export type { Permission, StoredPermission } from "./core/contract/approval/permission.ts";
export { coveredCalls, permissionOf } from "./core/approval/permission-words.ts";
export { decisionBy, keepPermission, permissionFor, revokePermission } from "./core/approval/permissions.ts";
export { whyNoPermission } from "./core/approval/same-kind.ts";
export { endPermissions, listPermissions } from "./core/store/permissions.ts";
export { approvalError } from "./core/call/approval-error.ts";
export { changedSince, otherArguments } from "./core/approval/approval-errors.ts";
export { moneyWords } from "./core/approval/line-texts.ts";
export { agreedRows, endedCall } from "./core/approval/approval-rows.ts";
export { readApprovalRules } from "./core/approval/approval-rules.ts";
export {
  answerApproval,
  askApproval,
  cancelApproval,
  endApproval,
  removeFromOpen,
  readApproval,
} from "./core/approval/desk-records.ts";
export { previewCall, type PreviewedCall, type CallToPreview } from "./core/approval/preview-call.ts";
export { wholeParams } from "./core/approval/line-texts.ts";
export { approvalOf, decisionOf, isOpen, paramsOf, statusOf } from "./core/approval/stored-approval.ts";
export type {
  Job,
  Jobs,
  JobAnswer,
  JobEnd,
  JobHooks,
  JobOptions,
  JobProgress,
  JobStatus,
  JobSteps,
  StoredJob,
} from "./core/contract/job.ts";
export { isIdOfJob, jobOf, noJob } from "./core/job/job-errors.ts";
export {
  endJob,
  isDue,
  keepWaiting,
  readJob,
  removeMark,
  takeTurn,
  type JobPlace,
} from "./core/job/job-records.ts";
export { pauseOf } from "./core/job/run-job.ts";
export { type FoundWrite, entryOf, readWrite } from "./core/journal/read-journal.ts";
export type { EndedWrite, StartedWrite, StoredStop, UndoneWrite } from "./core/journal/journal-entry.ts";
export { longestWriteMs, untilEnded } from "./core/journal/stop.ts";
export { endStop, storeStop } from "./core/journal/stopped.ts";
export type { UndoneEntry, Undoing, UndoRunOptions } from "./core/journal/undo-run.ts";
export { idSince, runMark } from "./core/journal/write-id.ts";
export { decodeEntities } from "./core/html/html-entities.ts";
export { type HtmlToken, htmlTokens } from "./core/html/html-tokens.ts";
export { askedApproval } from "./core/tool/questions.ts";
