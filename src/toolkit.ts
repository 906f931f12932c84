// Helpers for authors of connectors, such as the Slack and Amazon Ads connectors. The main entry does not export the
// helpers, because callers of a connector do not need them.
export type { RefreshedToken, TokenStore } from "./core/contract/credential-store.ts";
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
export type { IndirectCalls } from "./core/contract/action-scopes.ts";
export { hiddenText, type Embedded, type IsAllowed } from "./core/contract/policy.ts";
export type { UnknownAttempt } from "./core/contract/run-context.ts";
export { failOnAbort, rejectOnAbort, withTimeout } from "./core/ground/abort.ts";
export { fromBase64, toBase64 } from "./core/ground/base64.ts";
export { monotonic, spendWait, type WaitBudget } from "./core/ground/clock.ts";
export { parseIsoDate } from "./core/ground/dates.ts";
export { at, cut, dicts, isDict, listNames, show, stringAt, type Dict } from "./core/ground/json.ts";
export { hashOf } from "./core/ground/hash.ts";
export { parseLossless } from "./core/ground/lossless-json.ts";
export { parseBody, parseJson } from "./core/ground/parse-json.ts";
export { checkRawBody, headerOf, isRecent, isSigned } from "./core/ground/signed-request.ts";
export { foldName, nearest, sameName } from "./core/ground/similar-names.ts";
export { inTurn } from "./core/call/account-turns.ts";
export { readIfAllowed } from "./core/call/read-if-allowed.ts";
export { replyMeta } from "./core/call/send-operation.ts";
export { accountDay } from "./core/policy/account-day.ts";
export { indexRanges } from "./core/policy/index-ranges.ts";
export { rowsOf } from "./core/tool/output/table.ts";
export { announcedSize, fileStream } from "./core/wire/file-stream.ts";
export { decodeText, maxBytes, readBytes } from "./core/wire/send/response-body.ts";
export { checkCursor, nextCursor, type Page } from "./core/wire/paging.ts";
export { buildRequest, pathAndQuery, type WireRequest } from "./core/wire/executor/build-request.ts";
export { formOf } from "./core/wire/executor/styles.ts";
export { createWireClient, type WireDefinition } from "./core/wire/executor/wire-client.ts";
export { readRepeated, retryOf } from "./core/wire/repeatable-writes.ts";
export { createRateLimiter, type Rate, type RateLimiter } from "./core/wire/rate-limiter.ts";
export { redactSecrets } from "./core/wire/redact-secrets.ts";
export { basicOfClient } from "./core/wire/basic-authentication.ts";
export { createTokenCache, type TokenCache, type TokenCacheOptions } from "./core/credentials/token-cache.ts";
