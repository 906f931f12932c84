/** Opens a consent page of a sandbox and decides. Returns the address to which the person is sent back. */
export async function decide(
  fetch: typeof globalThis.fetch,
  url: string,
  decision = "allow",
): Promise<string> {
  const page = await fetch(url);
  const html = await page.text();
  if (page.status !== 200) throw new Error(html);
  const form = new URLSearchParams({ decision });
  for (const [, name, value] of html.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)">/g))
    form.set(unescape(name!), unescape(value!));
  const response = await fetch(url.split("?")[0]!, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
    redirect: "manual",
  });
  return response.headers.get("location") ?? "";
}

const unescape = (text: string): string =>
  text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
