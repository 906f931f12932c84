import { type ActionDefinition, operationNames } from "../contract/action.ts";
import { strongest } from "../contract/effect.ts";
import type { ResponseHeaders } from "../contract/wire/http-types.ts";
import type { Paging } from "../contract/wire/paging.ts";
import type { PlatformReply, RunResult } from "../contract/run-context.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, at, isDict } from "../ground/json.ts";
import { announcedSize } from "../wire/file-stream.ts";
import { checkCursor, nextCursor } from "../wire/paging.ts";
import type { TransportCall } from "./transport.ts";

/** Sends one operation. `nextQuery`: the query of the next page, for the pagings `link` and `next-url`. */
type SendPage = (operation: string, args: Dict, nextQuery?: string) => Promise<PlatformReply>;

/** Runs an action that has no `run` function. */
export async function sendOperation(call: TransportCall, send: SendPage): Promise<RunResult> {
  const { compiled, controls } = call.planned;
  const { definition, operation } = compiled;
  const { cursor } = controls;
  const paging = definition.paginated ? operation?.paging : undefined;
  if (paging) checkCursor(paging, cursor);
  const limit = paging?.limit === undefined ? undefined : (controls.limit ?? paging.default);
  const inQuery = paging?.kind === "link" || paging?.kind === "next-url";
  const reply = await send(
    operationNames(definition)[0]!,
    {
      ...platformParams(call.params, compiled.renamed),
      ...(paging?.limit === undefined ? {} : { [paging.limit]: limit }),
      ...(paging && !inQuery && cursor !== undefined ? { [paging.cursor]: positionOf(paging, cursor) } : {}), // prettier-ignore
    },
    inQuery ? cursor : undefined,
  );
  const meta = replyMeta(reply);
  if (reply.body instanceof ReadableStream)
    return { data: reply.body, meta: { ...meta, ...fileMeta(reply) } };
  const pick = definition.pick ?? operation?.response?.pick;
  // A read that finds no record gets null in the record's place.
  if (!definition.paginated && reads(definition) && pick !== undefined && at(reply.body, pick) === null)
    throw new ConnectorError("not_found", "The platform has no such record.", {
      hint: "Check the ids in the params.",
    });
  if (!definition.paginated) return { data: recordOf(definition, reply, pick, call.params), meta };
  const found = pick === undefined ? emptyAsNothing(reply.body) : at(reply.body, pick);
  if (found !== undefined && found !== null && !Array.isArray(found))
    throw new ConnectorError(
      "upstream_invalid_response",
      "The platform answered with something other than a list.",
    );
  // Some platforms leave an empty list out of the response.
  const items: unknown[] = found ?? [];
  const next = paging ? nextCursor(paging, { reply, items, limit, cursor }) : undefined;
  return {
    data: items.flatMap((item) => convertItem(definition, item, cursor !== undefined) ?? []),
    meta: { ...meta, has_more: next !== undefined, ...(next === undefined ? {} : { next_cursor: next }) },
  };
}

const reads = ({ effect }: ActionDefinition): boolean => strongest(effect) === "read";

/** Returns what the platform gets for a cursor. In a JSON body, the number of a page must not be a text. */
const positionOf = ({ kind }: Paging, cursor: string): string | number =>
  kind === "page" || kind === "offset" ? Number(cursor) : cursor;

const platformParams = (params: Dict, renamed: Readonly<Record<string, string>> = {}): Dict =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      Object.hasOwn(renamed, name) ? renamed[name] : name,
      value,
    ]),
  );

/** Returns undefined if the body is `{}`, as for an empty response. */
const emptyAsNothing = (body: unknown): unknown =>
  isDict(body) && Object.keys(body).length === 0 ? undefined : body;

export const replyMeta = ({ warnings, already, repeated, meta }: PlatformReply): Dict => ({
  ...meta,
  ...(warnings && warnings.length > 0 ? { warnings } : {}),
  ...(already === undefined ? {} : { already }),
  ...(repeated === undefined ? {} : { repeated }),
});

/** Returns the record in the response. If there is no record, returns the response with the params in `echo`. */
function recordOf(
  definition: ActionDefinition,
  { body }: PlatformReply,
  pick: string | undefined,
  params: Dict,
): unknown {
  const record = pick === undefined ? undefined : at(body, pick);
  if (record !== undefined && record !== null) return convertItem(definition, record, false);
  const answer = body ?? {};
  if (!isDict(answer)) return answer;
  const { echo = [] } = definition;
  const repeated = echo.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]]));
  const whole = { ...Object.fromEntries(repeated), ...answer };
  return pick === undefined ? convertItem(definition, whole, false) : whole;
}

const convertItem = ({ item }: ActionDefinition, record: unknown, later: boolean): unknown =>
  item && isDict(record) ? item(record, later) : record;

function fileMeta({ headers }: { headers: ResponseHeaders }): Dict {
  const type = headers.get("content-type")?.slice(0, 200);
  // In RFC 6266, `filename*` is percent-encoded, and `filename` is either quoted or a single word.
  const disposition = headers.get("content-disposition") ?? "";
  const [, encoded] = /filename\*\s*=\s*utf-8''([^;\s]{1,500})/i.exec(disposition) ?? [];
  const [, quoted, word] = /filename\s*=\s*(?:"([^"]{1,300})"|([^;\s"]{1,300}))/i.exec(disposition) ?? [];
  const name = decoded(encoded) ?? quoted ?? word;
  const size = announcedSize(headers);
  return {
    filename: name?.replaceAll(/[/\\]/g, "_") ?? "file",
    content_type: type ?? "application/octet-stream",
    ...(size === undefined ? {} : { size }),
  };
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
