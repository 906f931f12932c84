export const headers = {
  authorization: "Bearer xoxb-1",
  "content-type": "application/x-www-form-urlencoded",
};

/** Returns the calls of a general HTTP client. `post` sends a body to a URL and returns the parsed response. */
export const callsOf = (post) => (endpoint) => ({
  small: async () => (await post(`${endpoint}/conversations.info`, "channel=C012AB3CD")).channel.id,
  page: async () => (await post(`${endpoint}/conversations.list`, "limit=90")).channels[0].id,
});
