import { replyMeta } from "../../../core/call/send-operation.ts";
import type { GuardRead, Judgement } from "../../../core/contract/judgement.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, dicts, isDict } from "../../../core/ground/json.ts";
import { createGuard } from "../money/guards/guards.ts";
import type { SpendingEntity } from "../money/ground/spending-entity.ts";
import { createReader } from "../money/records/record-reader.ts";
import { readCurrentRecords } from "../money/records/current-records.ts";
import { runBatch } from "../resources/run-batch.ts";
import { changedParts, creativeOnWire, formatOf, partsOf } from "./creative-formats.ts";

/**
 * Adds the parts that the call does not change, because a request must contain the whole creative. An ad shows its
 * approved version while Amazon reviews the new one. If no version is approved, the new one can start the ad, so the
 * call counts as if it enabled the ad.
 */
export const updateCreativeGuard =
  (ads: SpendingEntity) =>
  async (params: Dict, read: GuardRead, now: number): Promise<Judgement> => {
    const { adId, profileId } = params;
    const reader = createReader(read, profileId);
    const [ad = {}] = await readCurrentRecords(ads, [{ adId }], reader.read);
    const { data } = await reader.read(ads.entity, "creatives", { adId });
    const versions = dicts(data).toSorted((a, b) => Number(b.creationTime) - Number(a.creationTime));
    const shown: Dict = isDict(ad.creative) ? ad.creative : {};
    const properties = versions[0]?.creativeProperties;
    const type = shown.type ?? versions[0]?.creativeType;
    const current = partsOf(
      type,
      isDict(properties) ? properties : { ...shown, landingPage: ad.landingPage },
    );
    const changes: Dict = isDict(params.creative) ? params.creative : {};
    const creative = changedParts(type, current, changes);
    checkParts(type, creative, changes);
    const isLive = versions.some(({ creativeStatus: status }) => live.has(String(status)));
    // The result has no items, and the call creates no records that a later call could pause.
    const {
      items: _items,
      changes: _changes,
      ...judged
    } = await createGuard(ads)(
      {
        ...(profileId === undefined ? {} : { profileId }),
        ads: [{ adGroupId: ad.adGroupId, state: isLive ? "PAUSED" : ad.state }],
      },
      read,
      now,
    );
    const { exactRaises } = judged;
    const record = { adId, name: ad.name, creativeType: type };
    return {
      ...judged,
      account: () => reader.account(),
      params: { ...params, creative, creativeType: type },
      before: [{ ...record, creative: current }],
      after: [{ ...record, creative }],
      raises: ofAd(judged.raises),
      exactRaises: exactRaises && (async () => ofAd(await exactRaises())),
      ...(judged.effects.includes("spend")
        ? {
            reasons: [
              `No version of the creative of ad ${String(adId)} is approved, so the new one can start the ad.`,
            ],
          }
        : {}),
      succeeded: () => [0],
      failed: () => [],
    };
  };

const live = new Set(["PUBLISHED", "APPROVED_BY_MODERATION"]);

const ofAd = (raises: Judgement["raises"] = []) => raises.map((raise) => ({ ...raise, path: "adId" }));

/** Checks that the format of the ad has all parts that the call changes. */
function checkParts(type: unknown, creative: Dict, changes: Dict): void {
  const format = formatOf(type, creative);
  const wrong = Object.keys(changes).find((name) => !format?.parts.includes(name));
  if (format && wrong === undefined) return;
  const kind = type === undefined || type === null ? "VIDEO" : String(type);
  throw new ConnectorError(
    "invalid_params",
    format
      ? `creative.${wrong}: the ad has the format ${kind}, whose creative has no such part. Allowed: ${format.parts.join(", ")}.`
      : `adId: the creative of an ad of the format ${kind} cannot be changed.`,
    {
      path: format ? `params.creative.${wrong}` : "params.adId",
      hint: "To show something else, create a new ad in another ad group, and pause this one.",
    },
  );
}

export async function updateCreative(params: Dict, context: RunContext): Promise<RunResult> {
  const { adId, profileId, creative, creativeType } = params;
  const parts = creative as Dict;
  const format = formatOf(creativeType, parts)!;
  const operation = `sb.creatives.update_${format.operation}`;
  const item = { adId, creative: creativeOnWire(format, parts) };
  if (format.isBatch) {
    const { meta } = await runBatch(context, operation, { profileId, ads: [item] });
    return { data: { adId, creativeType }, ...(meta ? { meta } : {}) };
  }
  const reply = await context.send(operation, { profileId, ...item });
  const data = { adId, creativeType, creativeVersion: at(reply.body, "creativeVersion") };
  return { data, meta: replyMeta(reply) };
}
