/** The path of the page on which a reader runs calls in sandboxes. */
export const playgroundPath = "playground.md";

export const playgroundPage = `---
layout: page
sidebar: false
title: Playground
---

<main class="vp-doc wide">

# Playground

Call a connector in your browser, without an account. It works with a [sandbox](docs/sandbox.md): an imitation of the platform in the
memory of this page. Nothing that you write here leaves the page, and calls change nothing real.

<ClientOnly><Playground /></ClientOnly>
<noscript>The playground needs JavaScript.</noscript>

</main>
`;
