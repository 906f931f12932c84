import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

export interface PageFiles {
  html: string;
  css: string;
  js: string;
}

const folder = fileURLToPath(new URL("page/", import.meta.url));

/** Bundles the page. Your application has its own build. */
export async function bundlePage(): Promise<PageFiles> {
  const bundle = await rolldown({
    input: `${folder}main.tsx`,
    platform: "browser",
    logLevel: "silent",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false });
  await bundle.close();
  const [html, css] = await Promise.all(
    ["index.html", "style.css"].map((name) => readFile(folder + name, "utf8")),
  );
  return { html: html!, css: css!, js: output[0].code };
}
