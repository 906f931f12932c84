// For a method, Slack documents the scopes of all kinds of conversations. Each pattern matches only the scopes that an
// action needs.

export const ofChannels = /^(?:channels|groups):/;

/** The scopes for direct messages with one person or with several people. */
export const ofDirectMessages = /^(?:im|mpim):/;
