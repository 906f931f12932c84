import { useData, useRouter, withBase } from "vitepress";
import { defineComponent, h, onMounted, useTemplateRef, watch } from "vue";

// Shows the OpenAPI document of the service. The script of Scalar has 5 MB, so only this page loads it, from this site.

interface Scalar {
  createApiReference(element: Element, configuration: object): { updateConfiguration(next: object): void };
}

export const ApiReference = defineComponent(() => {
  const { isDark } = useData();
  const place = useTemplateRef<HTMLElement>("place");
  const configuration = () => ({
    url: withBase("/openapi.json"),
    servers: [{ url: "https://connectors.example.com", description: "Your service" }],
    theme: "none",
    forceDarkModeState: isDark.value ? "dark" : "light",
    hideDarkModeToggle: true,
    // The site has no server to which a request could go.
    hideTestRequestButton: true,
    hideClientButton: true,
    // The site has a search.
    hideSearch: true,
    // Nothing is loaded from other sites, and nothing is sent to them.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
  });
  const router = useRouter();
  onMounted(() => {
    // Scalar styles the whole document, so the next page is loaded anew.
    router.onBeforeRouteChange = (to) => {
      if (new URL(to, location.href).pathname === location.pathname) return true;
      location.href = to;
      return false;
    };
    const script = document.createElement("script");
    script.src = withBase("/scalar.js");
    script.addEventListener("load", () => {
      const { Scalar } = window as unknown as { Scalar: Scalar };
      const reference = Scalar.createApiReference(place.value!, configuration());
      watch(isDark, () => reference.updateConfiguration(configuration()));
    });
    document.head.append(script);
  });
  // The reference has a header. In an article, it is not a second header of the page.
  return () => h("article", { ref: "place", class: "api-reference" });
});
