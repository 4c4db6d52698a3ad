/** Sends one request as any client would and reports what came back; never throws, never follows a redirect. */
import type { SendRequest } from '../../engine/ports/request-port.ts';

export const sendRequest: SendRequest = async ({ url, method, headers, body, timeoutMs }) => {
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text, error: null };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: null, headers: {}, body: '', error: cause instanceof Error ? cause.message : String(cause) };
  }
};
