/** Counters, histograms and gauges for Prometheus. No label identifies a user or a connector. */
export interface Metrics {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  time(name: string, labels: Readonly<Record<string, string>>, ms: number): void;
  /** Adds a gauge. `text` calls `read` for its current value. */
  gauge(name: string, read: () => number): void;
  /** Returns all metrics in the text format of Prometheus. */
  text(): string;
}

const help: Readonly<Record<string, string>> = {
  http_requests_total: "Requests, by route and status.",
  http_request_duration_seconds: "Seconds from a request to its response.",
  upstream_requests_total: "Calls of actions, by outcome.",
  upstream_duration_seconds: "Duration of calls of actions, in seconds.",
  rate_limited_total: "Requests that a limit refused.",
  file_transfers_total: "Downloads, by outcome. The outcome is aborted if the client disconnected.",
  token_refresh_total:
    "Refreshes of platform access tokens, by outcome. The outcome is shared if another caller had refreshed the token.",
  webhook_attempts_total:
    "Attempts to send an event to a webhook endpoint, by outcome. The outcome is retry if another attempt follows.",
  faults_total: "Requests that failed because of a fault in the service.",
  refused_rows_total: "Times that the service refused a row that was changed outside the service.",
  audit_rows_lost_total: "Audit rows that could not be written.",
  requests_in_flight: "Requests that are running now.",
  calls_in_flight: "Calls of actions that are running now.",
};

/** Prometheus sees no increase of a counter that begins with its first event, so these counters begin with 0. */
const normallyZero = ["faults_total", "refused_rows_total", "audit_rows_lost_total"];

const bounds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics(): Metrics {
  const counters = new Map(normallyZero.map((name) => [name, new Map([["", 0]])]));
  const histograms = new Map<string, Map<string, { buckets: number[]; sum: number; count: number }>>();
  const gauges = new Map<string, () => number>();
  const within = <T>(family: Map<string, Map<string, T>>, name: string) => {
    let series = family.get(name);
    if (!series) family.set(name, (series = new Map()));
    return series;
  };
  return {
    count(name, labels = {}, by = 1) {
      const series = within(counters, name);
      const key = format(labels);
      series.set(key, (series.get(key) ?? 0) + by);
    },
    time(name, labels, ms) {
      const series = within(histograms, name);
      const key = format(labels);
      let histogram = series.get(key);
      if (!histogram) series.set(key, (histogram = { buckets: bounds.map(() => 0), sum: 0, count: 0 }));
      const seconds = ms / 1000;
      bounds.forEach((bound, index) => (histogram.buckets[index]! += seconds <= bound ? 1 : 0));
      histogram.sum += seconds;
      histogram.count++;
    },
    gauge: (name, read) => void gauges.set(name, read),
    text() {
      const lines: string[] = [];
      const head = (name: string, type: string) =>
        lines.push(`# HELP ${name} ${help[name] ?? name}`, `# TYPE ${name} ${type}`);
      for (const [name, series] of counters) {
        head(name, "counter");
        for (const [labels, value] of series) lines.push(`${name}${braces(labels)} ${value}`);
      }
      for (const [name, series] of histograms) {
        head(name, "histogram");
        for (const [labels, { buckets, sum, count }] of series) {
          const joined = labels === "" ? "" : `${labels},`;
          buckets.forEach((value, index) =>
            lines.push(`${name}_bucket{${joined}le="${bounds[index]}"} ${value}`),
          );
          lines.push(`${name}_bucket{${joined}le="+Inf"} ${count}`);
          lines.push(`${name}_sum${braces(labels)} ${sum}`, `${name}_count${braces(labels)} ${count}`);
        }
      }
      for (const [name, read] of gauges) {
        head(name, "gauge");
        lines.push(`${name} ${read()}`);
      }
      return `${lines.join("\n")}\n`;
    },
  };
}

const braces = (labels: string) => (labels === "" ? "" : `{${labels}}`);
const format = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, "_").slice(0, 100)}"`)
    .join(",");
