import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allConnectors, openService } from "agent-connectors-service";

/** Returns the service's OpenAPI document, which a service makes from its routes. */
export async function openApiText(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "site-service-"));
  const { service, close } = await openService({
    dataDir,
    databaseUrl: undefined,
    connectors: await allConnectors({ sandbox: false }),
  });
  try {
    const response = await service(new Request("http://service.test/openapi.json"));
    return await response.text();
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The page on which a script of the site shows the document. */
export const httpApiPage = `---
layout: page
sidebar: false
title: HTTP API of the service
---

<section class="vp-doc api-intro" aria-label="About this page">

# HTTP API of the service

The [service](../service/index.md) answers these requests. [Hosted mode](hosted.md) shows how a program uses it without
HTTP. Each service also serves this OpenAPI document at \`/openapi.json\`.

</section>

<ApiReference />
`;
