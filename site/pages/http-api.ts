import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allConnectors, openService } from "agent-connectors-service";

interface OpenApi {
  paths: Record<string, Record<string, { operationId: string }>>;
}

/**
 * Returns the service's OpenAPI document, which a service makes from its routes. The other addresses of a route, which exist for old
 * clients, are left out. The id of such an operation ends with a number.
 */
export async function openApiText(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "site-service-"));
  const { service, close } = await openService({
    dataDir,
    databaseUrl: undefined,
    connectors: await allConnectors({ sandbox: false }),
  });
  try {
    const response = await service(new Request("http://service.test/openapi.json"));
    const { paths, ...rest } = (await response.json()) as OpenApi;
    const shown = Object.entries(paths).filter(([, operations]) =>
      Object.values(operations).every(({ operationId }) => !/_\d+$/.test(operationId)),
    );
    return JSON.stringify({ ...rest, paths: Object.fromEntries(shown) });
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

<section class="vp-doc wide" aria-label="About this page">

# HTTP API of the service

The [service](../service/index.md) answers these requests. [Hosted mode](hosted.md) shows how a program uses it without
HTTP. Each service also serves its OpenAPI document at \`/openapi.json\`, with the addresses for old clients.

</section>

<ApiReference />
`;
