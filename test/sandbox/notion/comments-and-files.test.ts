import { expect, test } from "vitest";
import { bench, type Dict, invalid, text } from "./helpers.ts";

// https://developers.notion.com/reference/comment-object
// https://developers.notion.com/reference/file-upload

const world = () =>
  bench({
    people: ["Ana Silva"],
    pages: [
      {
        title: "Page",
        markdown: ["One", "Two"],
        comments: [
          { from: "Ana Silva", text: "About the page", replies: [{ from: "assistant", text: "I see." }] },
          { from: "Ana Silva", text: "About two", on: "Two" },
        ],
      },
      { title: "Hidden", shared: false, comments: [{ from: "Ana Silva", text: "Secret" }] },
    ],
  });
const listed = async ({ ask }: ReturnType<typeof world>, id: string) =>
  (await ask(`GET comments?block_id=${id}`)).results as Dict[];
const words = (comments: Dict[]) => comments.map(({ rich_text, display_name }) => `${display_name.resolved_name}: ${rich_text[0].plain_text}`); // prettier-ignore

test("comments belong to a page or a block, and answers to their discussion", async () => {
  const bent = world();
  const page = bent.idOf("Page");
  const comments = await listed(bent, page);
  expect(words(comments)).toEqual(["Ana Silva: About the page", "assistant: I see."]);
  expect(comments[0]!.discussion_id).toBe(comments[1]!.discussion_id);
  const { results } = await bent.ask(`GET blocks/${page}/children`);
  expect(words(await listed(bent, results[1].id))).toEqual(["Ana Silva: About two"]);
  const { discussion_id } = comments[0]!;
  expect(await bent.ask("POST comments", { discussion_id, rich_text: text("Done.") })).toMatchObject({ discussion_id, parent: { type: "page_id", page_id: page } }); // prettier-ignore
  await bent.ask("POST comments", { parent: { block_id: results[0].id }, rich_text: text("New") });
  expect(words(await listed(bent, page)).at(-1)).toBe("assistant: Done.");
  expect(words(await listed(bent, results[0].id))).toEqual(["assistant: New"]);
});

test("the connection changes and deletes only its own comments", async () => {
  const bent = world();
  const [anas, own] = await listed(bent, bent.idOf("Page"));
  expect(await bent.ask(`PATCH comments/${own!.id}`, { rich_text: text("I know.") })).toMatchObject({ rich_text: [{ plain_text: "I know." }] }); // prettier-ignore
  for (const request of [`PATCH comments/${anas!.id}`, `DELETE comments/${anas!.id}`])
    expect(await bent.ask(request, { rich_text: text("x") })).toMatchObject({ status: 403, code: "restricted_resource" }); // prettier-ignore
  await bent.ask(`DELETE comments/${own!.id}`);
  expect(words(await listed(bent, bent.idOf("Page")))).toEqual(["Ana Silva: About the page"]);
});

test("a comment needs one place and a text, and its page must be visible", async () => {
  const bent = world();
  const page_id = bent.idOf("Page");
  const post = (body: Dict) => bent.ask("POST comments", { rich_text: text("x"), ...body });
  expect(await post({})).toMatchObject(invalid("exactly one of parent, discussion_id"));
  expect(await post({ parent: { page_id }, rich_text: [] })).toMatchObject(invalid("should not be empty"));
  expect(await post({ parent: { page_id }, attachments: [] })).toMatchObject(invalid("does not imitate body.attachments")); // prettier-ignore
  const hidden = bent.idOf("Hidden");
  expect(await post({ parent: { page_id: hidden } })).toMatchObject({ code: "object_not_found" });
  expect(await bent.ask(`GET comments?block_id=${hidden}`)).toMatchObject({ code: "object_not_found" });
  const secret = bent.sandbox.state().comments.at(-1) as Dict;
  expect(await bent.ask(`GET comments/${secret.id}`)).toMatchObject({ code: "object_not_found" });
  expect(await post({ discussion_id: secret.discussion_id })).toMatchObject({ code: "object_not_found" });
});

const send = async (
  { sandbox }: ReturnType<typeof world>,
  id: string,
  content: string,
  type = "text/plain",
) => {
  const body = new FormData();
  body.set("file", new File([content], "a.txt", { type }));
  const headers = { authorization: `Bearer ${sandbox.tokens.internal}`, "notion-version": "2025-09-03" };
  const response = await sandbox.fetch(`https://api.notion.com/v1/file_uploads/${id}/send`, { method: "POST", headers, body }); // prettier-ignore
  return (await response.json()) as Dict;
};

test("a file is uploaded once, and then used in a block", async () => {
  const bent = world();
  const use = (id: string) =>
    bent.ask(`PATCH blocks/${bent.idOf("Page")}/children`, { children: [{ file: { file_upload: { id } } }] });
  const { id, status, upload_url } = await bent.ask("POST file_uploads", { filename: "a.txt" });
  expect([status, upload_url]).toEqual(["pending", `https://api.notion.com/v1/file_uploads/${id}/send`]);
  expect(await use(id)).toMatchObject(invalid(`The file upload ${id} has the status pending`));
  expect(await send(bent, id, "Hello", "text/html")).toMatchObject(invalid("should have the content type text/plain")); // prettier-ignore
  expect(await send(bent, id, "x".repeat(5 * 1024 * 1024 + 1))).toMatchObject(
    invalid("at most 5242880 bytes"),
  );
  expect(await send(bent, id, "Hello")).toMatchObject({ status: "uploaded", content_length: 5 });
  expect(await send(bent, id, "Hello")).toMatchObject(invalid("not pending"));
  expect((await use(id)).results[0].file).toMatchObject({ type: "file", file: { url: expect.stringContaining(id) } }); // prettier-ignore
});

test("an upload without content expires after an hour", async () => {
  const bent = world();
  const { id } = await bent.ask("POST file_uploads", { filename: "a.txt" });
  bent.sandbox.clock.advance(3_600_000);
  expect(await bent.ask(`GET file_uploads/${id}`)).toMatchObject({ status: "expired" });
  expect(await send(bent, id, "Hello")).toMatchObject(invalid("expired"));
  expect(await bent.ask("POST file_uploads", { filename: "a.txt", mode: "external_url", external_url: "https://a.example" })).toMatchObject(invalid("does not imitate uploads with the mode external_url")); // prettier-ignore
  expect(await bent.ask("POST file_uploads", { filename: "a.odd" })).toMatchObject(invalid("content_type should be defined")); // prettier-ignore
});
