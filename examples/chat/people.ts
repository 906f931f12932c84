/** A person who can sign in, and the tokens of this person's accounts at the platforms. */
export interface Person {
  id: string;
  email: string;
  name: string;
  slackToken: "user" | "bot";
  adsAccount: "all" | "one profile";
}

/** In this example, the people and their accounts are fixed. Your application reads them from its database. */
export const people: readonly Person[] = [
  { id: "maya", email: "maya@example.com", name: "Maya", slackToken: "user", adsAccount: "all" },
  { id: "tom", email: "tom@example.com", name: "Tom", slackToken: "bot", adsAccount: "one profile" },
];
