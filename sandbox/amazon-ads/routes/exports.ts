import type { Account } from "../world-types.ts";
import { ok, refuse } from "../http/responses.ts";
import { type Call, type Operation, type Operations, bodyOf } from "../operation.ts";
import { fileBytes, signFile } from "../jobs/report-files.ts";
import type { Job } from "../jobs/job-types.ts";
import { jobStatus } from "../jobs/job-status.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import { entitiesOf } from "../world.ts";

const PRODUCTS = { SPONSORED_PRODUCTS: "sp", SPONSORED_BRANDS: "sb", SPONSORED_DISPLAY: "sd" } as const;

type Product = keyof typeof PRODUCTS;

/** `of`: the collections in the export. An export's id ends with `letter`, and is then encoded in base64. */
const KINDS = {
  campaigns: { letter: "C", media: "application/vnd.campaignsexport.v1+json", of: ["campaigns"] },
  adGroups: { letter: "A", media: "application/vnd.adgroupsexport.v1+json", of: ["adGroups"] },
  ads: { letter: "R", media: "application/vnd.adsexport.v1+json", of: ["productAds", "ads"] },
  targets: {
    letter: "T",
    media: "application/vnd.targetsexport.v1+json",
    of: [
      "keywords",
      "targets",
      "negativeKeywords",
      "negativeTargets",
      "campaignNegativeKeywords",
      "campaignNegativeTargets",
      "themes",
    ],
  },
} as const;

export const exportJobs: Operations = {
  ...Object.fromEntries(
    Object.entries(KINDS).map(([kind, { media, letter, of }]): [string, Operation] => [
      `POST /${kind}/export`,
      {
        style: "errorCode",
        consumes: [media],
        produces: [media],
        run: (call) => {
          const body = bodyOf(call);
          const products = listOf(
            body,
            "adProductFilter",
            Object.keys(PRODUCTS),
            Object.keys(PRODUCTS),
          ) as Product[];
          const states = listOf(
            body,
            "stateFilter",
            ["ENABLED", "PAUSED", "ARCHIVED"],
            ["ENABLED", "PAUSED"],
          );
          const negatives = Array.isArray(body["negativeFilter"]) ? body["negativeFilter"] : [true, false];
          const now = call.world.clock.now();
          const job: Job = {
            id: btoa(`${call.world.newUuid()},${letter}`).replaceAll("=", ""),
            kind: "export",
            media,
            request: body,
            createdAt: now,
            startsAt: now,
            endsAt: now + call.times.completed * 1000,
            ...(call.fault?.kind === "job_failed"
              ? { failure: call.fault.reason ?? "The export failed" }
              : {}),
            rows: () =>
              products.flatMap((product) =>
                of
                  .filter((name) => negatives.includes(/negative/i.test(name)))
                  .flatMap((name) => rowsOf(call.account, product, name, states)),
              ),
          };
          call.account.jobs.set(job.id, job);
          return ok({ exportId: job.id, status: "PROCESSING" }, 202);
        },
      },
    ]),
  ),

  "GET /exports/{exportId}": {
    style: "errorCode",
    produces: Object.values(KINDS).map(({ media }) => media),
    run: async (call) => {
      const job = call.account.jobs.get(call.path["exportId"] ?? "");
      if (job?.kind !== "export") throw refuse(404, `Export ${call.path["exportId"]} was not found`);
      const accept = call.headers.get("accept") ?? "*/*";
      if (/vnd\./.test(accept) && accept !== job.media)
        throw refuse(406, `The export was asked for as ${job.media}`);
      return ok(await wireExport(call, job));
    },
  },
};

async function wireExport(call: Call, job: Job): Promise<Fields> {
  const status = jobStatus(call.world, job);
  const common = { exportId: job.id, status, createdAt: new Date(job.createdAt).toISOString() };
  if (status === "FAILED") return { ...common, error: { errorCode: "INTERNAL_ERROR", message: job.failure } };
  if (status !== "COMPLETED") return common;
  const { url, expires } = signFile(call.world, call.filesUrl, job);
  const { length } = await fileBytes(job);
  return {
    ...common,
    url,
    fileSize: length,
    urlExpiresAt: new Date(expires).toISOString(),
    generatedAt: new Date(job.endsAt).toISOString(),
  };
}

function rowsOf(account: Account, product: Product, name: string, states: readonly string[]): Fields[] {
  const collection = `${PRODUCTS[product]}/${name}` as Collection;
  if (!account.entities.has(collection)) return [];
  return [...entitiesOf(account, collection).values()]
    .filter(({ state }) => states.includes(state))
    .map((entity) => wireRow(product, name, entity));
}

/** Converts an entity to a row of an export. All ids are text. */
function wireRow(product: Product, name: string, { fields, state, created, updated }: Entity): Fields {
  const {
    expression,
    expressions,
    resolvedExpression,
    resolvedExpressions,
    keywordId,
    targetId,
    themeId,
    ...rest
  } = fields;
  const target = keywordId ?? targetId ?? themeId;
  const budget = rest["budget"];
  return {
    ...rest,
    adProduct: product,
    ...(target === undefined
      ? {}
      : {
          targetId: target,
          negative: /negative/i.test(name),
          targetType: name.toLowerCase().includes("keyword")
            ? "KEYWORD"
            : name === "themes"
              ? "THEME"
              : "PRODUCT",
          targetLevel: name.startsWith("campaign") ? "CAMPAIGN" : "AD_GROUP",
        }),
    ...(expression === undefined && expressions === undefined
      ? {}
      : {
          targetDetails: {
            expression: expression ?? expressions,
            resolvedExpression: resolvedExpression ?? resolvedExpressions,
          },
        }),
    ...(name === "campaigns"
      ? {
          budgetCaps: {
            budgetType: "MONETARY",
            recurrenceTimePeriod: "DAILY",
            budgetValue: {
              monetaryBudget: {
                amount: typeof budget === "object" && budget !== null ? (budget as Fields)["budget"] : budget,
              },
            },
          },
        }
      : {}),
    state,
    creationDateTime: new Date(created).toISOString(),
    lastUpdatedDateTime: new Date(updated).toISOString(),
  };
}

function listOf(
  body: Fields,
  name: string,
  allowed: readonly string[],
  byDefault: readonly string[],
): readonly string[] {
  const values = body[name];
  if (values === undefined || values === null) return byDefault;
  if (!Array.isArray(values)) throw refuse(400, `${name} must be an array`);
  // Like Amazon, the sandbox accepts the products SPONSORED_TELEVISION and AMAZON_DSP, but has no entities of these
  // products.
  const wrong = values.filter(
    (value) => !allowed.includes(String(value)) && !/^(SPONSORED_TELEVISION|AMAZON_DSP)$/.test(String(value)),
  );
  if (wrong.length > 0) throw refuse(400, `${name} has invalid values: ${wrong.join(", ")}`);
  return values.map(String).filter((value) => allowed.includes(value));
}
