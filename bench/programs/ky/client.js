import ky from "ky";
import { callsOf, headers } from "../form.js";

export const open = callsOf((url, body) => ky.post(url, { headers, body }).json());
