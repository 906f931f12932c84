// Slack's rate limits. A limit applies per method, workspace and app. https://docs.slack.dev/apis/web-api/rate-limits

export const tier2 = { perMinute: 20, burst: 10 };
export const tier3 = { perMinute: 50, burst: 25 };
export const tier4 = { perMinute: 100, burst: 50 };
export const posting = { perMinute: 60, burst: 8 };
export const generous = { perMinute: 300, burst: 50 };
