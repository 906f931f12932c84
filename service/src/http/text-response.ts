const texts = new WeakMap<Response, string>();

/** Creates a response whose text the server can send without reading the response as a stream. */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/** Returns the text of a response that `textResponse` has created. */
export const textOf = (response: Response): string | undefined => texts.get(response);
