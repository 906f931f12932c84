export interface TracedRequest {
  method: string;
  url: string;
  /** Who gets the request: the platform, or the service that holds the credentials. */
  to: "platform" | "service";
  /** 0 for the first attempt. */
  attempt: number;
}

/** Sends one request, also a repeated one, and must return or throw what `send` does. */
export type TraceRequest<Request> = <T extends { status: number }>(
  request: Request,
  send: (moreHeaders?: Readonly<Record<string, string>>) => Promise<T>,
) => Promise<T>;
