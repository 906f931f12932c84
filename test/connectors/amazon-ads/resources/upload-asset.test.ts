import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import { type Platform, type Sent, open, reply } from "../bench.ts";

const file = { filename: "logo.png", content: "iVBORw0KGgo=" } as const;
const url = "https://al-na-1.s3.amazonaws.com/x.png?X-Amz-Signature=SECRET";

const amazon =
  (change: (one: Sent) => Response | object | undefined = () => undefined): Platform =>
  (one) => {
    const own = change(one);
    if (own) return own;
    const { hostname, pathname } = one.url;
    if (hostname.endsWith("amazonaws.com")) return new Response(null, { status: 200 });
    if (pathname === "/assets/upload") return { url };
    return pathname === "/assets/register" ? { assetId: "a1", versionId: "version_v1" } : undefined;
  };

test("the file is sent to Amazon's storage without a token, and registered with its address", async () => {
  const { ads, calls } = open(amazon());
  const brandEntityIds = ["ENTITY1"];
  const { data } = await ads.creative_assets.upload({ ...file, assetSubTypes: ["LOGO"], brandEntityIds });
  expect(data).toEqual({
    assetId: "a1",
    versionId: "version_v1",
    name: "logo.png",
    assetType: "IMAGE",
    size: 8,
  });
  const [location, put, register] = calls();
  expect(location!.json()).toEqual({ fileName: "logo.png" });
  expect(put).toMatchObject({ method: "PUT", url: new URL(url) });
  expect(put!.headers.get("authorization")).toBeNull();
  expect(register!.json()).toEqual({
    url,
    name: "logo.png",
    assetType: "IMAGE",
    assetSubTypeList: ["LOGO"],
    skipAssetSubTypesDetection: true,
    associatedSubEntityList: [{ brandEntityId: "ENTITY1" }],
  });
});

test("code can pass bytes or a Blob, and the storage gets exactly these bytes", async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
  const sandbox = amazonAdsSandbox();
  const sent: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (init?.method === "PUT" && String(input).includes("/upload/"))
      sent.push(new Uint8Array(await new Response(init.body).arrayBuffer()));
    return sandbox.fetch(input, init);
  };
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, fetch });
  for (const content of [bytes, new Blob([bytes])])
    await ads.creative_assets.upload({ profileId: "2381940675312846", filename: "raw.png", content });
  expect(sent).toEqual([bytes, bytes]);
});

test.each([
  ["an address outside Amazon's storage", { url: "https://evil.example/x" }, "upstream_invalid_response"],
  ["no address", {}, "upstream_invalid_response"],
])("with %s, nothing is sent there, and nothing is registered", async (_, location, code) => {
  const { ads, calls } = open(
    amazon((one) => (one.url.pathname === "/assets/upload" ? location : undefined)),
  );
  await expect(ads.creative_assets.upload(file)).rejects.toMatchObject({ code });
  expect(calls().map(({ url: { pathname } }) => pathname)).toEqual(["/assets/upload"]);
});

test("if the storage refuses the file, nothing is registered, and the error has no signed address", async () => {
  const { ads, calls } = open(
    amazon((one) =>
      one.method === "PUT" ? new Response(`<Error>${url}</Error>`, { status: 403 }) : undefined,
    ),
  );
  const error = await ads.creative_assets.upload(file).then(
    () => expect.unreachable(),
    (thrown: Error) => thrown,
  );
  expect(error).toMatchObject({ code: "upstream_rejected", outcome: "not_started" });
  expect(JSON.stringify(error)).not.toContain("SECRET");
  expect(calls().map(({ url: { pathname } }) => pathname)).not.toContain("/assets/register");
});

test("if Amazon does not answer the registration, it is not repeated, and its outcome is unknown", async () => {
  const { ads, calls } = open(
    amazon((one) => (one.url.pathname === "/assets/register" ? reply({ code: "500" }, 500) : undefined)),
  );
  await expect(ads.creative_assets.upload(file)).rejects.toMatchObject({ outcome: "unknown" });
  expect(calls().filter(({ url: { pathname } }) => pathname === "/assets/register")).toHaveLength(1);
});

test("failed checks of specifications are a warning, because the asset exists", async () => {
  const failedSpecChecks = [{ specProgramName: "SPONSORED_BRANDS_VIDEO", specifications: [] }];
  const { ads } = open(
    amazon((one) =>
      one.url.pathname === "/assets/register"
        ? { assetId: "a1", versionId: "v", failedSpecChecks }
        : undefined,
    ),
  );
  const { data, meta } = await ads.creative_assets.upload(file);
  expect(data.failedSpecChecks).toEqual(failedSpecChecks);
  expect(meta.warnings).toEqual([
    "The file does not meet Amazon's specifications for SPONSORED_BRANDS_VIDEO; see failedSpecChecks.",
  ]);
});
