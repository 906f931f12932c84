import { hasCorpus, readCorpus } from "../../import/corpus-file.ts";
import { type Document, requestChecker, type SeenRequest } from "../google/check-request.ts";

export const documentFile = "google-gmail-v1.discovery.json";
export const hasDocument = hasCorpus(documentFile);
const check = hasDocument ? requestChecker(JSON.parse(readCorpus(documentFile)) as Document) : undefined;

export const methodOf = (request: SeenRequest): string => check!(request).id;

/** Returns what Google's description does not allow in a request. */
export const faultsOf = (request: SeenRequest): string[] => check?.(request).faults ?? [];
