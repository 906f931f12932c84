/** A download sends the token to these hosts. An upload sends no token. */
export const fileOrigins = ["https://files.slack.com", "https://files-origin.slack.com"];
