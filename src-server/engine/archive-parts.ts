/** Formats requests and responses for an HTTP archive (HAR 1.2), whatever recorded them. Pure. */

interface ArchivedMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** `null`: there is no body. */
  readonly body: string | null;
}

export function archivedRequest(method: string, url: string, { headers, body }: ArchivedMessage) {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const mimeType = headers['content-type'] ?? '';
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairsOf(Object.entries(headers)),
    queryString: pairsOf([...new URLSearchParams(query)]),
    ...(body === null ? {} : { postData: { mimeType, text: body } }),
    headersSize: -1 as const,
    bodySize: Buffer.byteLength(body ?? ''),
  };
}

/** `statusText`: the text of the status, which this room does not know. */
export function archivedResponse(status: number | null, statusText: string, { headers, body }: ArchivedMessage) {
  const size = Buffer.byteLength(body ?? '');
  return {
    status: status ?? 0,
    statusText,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairsOf(Object.entries(headers)),
    content: { size, mimeType: headers['content-type'] ?? 'x-unknown', text: body ?? '' },
    redirectURL: '',
    headersSize: -1 as const,
    bodySize: size,
  };
}

/** Reports the whole duration as waiting time. */
export function archivedTimings(durationMs: number) {
  return { send: 0, wait: durationMs, receive: 0 };
}

function pairsOf(entries: readonly (readonly [string, string])[]): { name: string; value: string }[] {
  return entries.map(([name, value]) => ({ name, value }));
}
