/** The progress of a running call. The texts are for people, and can change. */
export interface CallProgress {
  /**
   * `wait`: the call waits for a rate limit, or before it repeats a request.
   * `jobs`: the platform prepares reports or exports.
   * `items`: a list is read page by page.
   */
  kind: "wait" | "jobs" | "items";
  /** A sentence, such as `1 of 2 files are ready.` */
  message: string;
  /** The seconds until the call continues. Only for the kinds `wait` and `jobs`. */
  seconds?: number;
  /** The number of finished jobs, or the number of items that were read. */
  done?: number;
  /** The number of jobs. */
  total?: number;
  /** The jobs with the platform's status, such as `PENDING`. */
  jobs?: readonly { readonly id: string; readonly status: string }[];
}

export type ReportProgress = (progress: CallProgress) => void;

/** Returns a listener that ignores all errors of `listener`, so that no error affects the call. */
export function safeReport(listener: ReportProgress | undefined): ReportProgress | undefined {
  if (!listener) return undefined;
  return (progress) => {
    try {
      const listening: unknown = listener(progress);
      if (listening instanceof Promise) listening.catch(() => {});
    } catch {}
  };
}
