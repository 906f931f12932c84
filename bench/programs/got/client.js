import got from "got";
import { callsOf, headers } from "../form.js";

export const open = callsOf((url, body) => got.post(url, { headers, body }).json());
