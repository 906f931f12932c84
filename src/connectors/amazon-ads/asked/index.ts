import { missing } from "./missing.ts";
import { served } from "./jobs.ts";
export const jobs = [...served, ...missing];
