import type { Settings } from "../settings.ts";
import { serve } from "./serve.ts";

export interface Command {
  summary: string;
  run(words: readonly string[], settings: Settings): Promise<void>;
}

export const commands: Readonly<Record<string, Command>> = {
  serve: { summary: "Run the service (also without a command).", run: serve },
};
