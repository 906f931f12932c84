import { ConnectorError } from "agent-connectors";

export const startAgain = "Start again in the program that wants to use your accounts.";

/** The error for a browser in which no sign-in waits. */
export const otherBrowser = (): ConnectorError =>
  new ConnectorError("connect_invalid", "This sign-in has expired or began in another browser.", {
    hint: startAgain,
  });
