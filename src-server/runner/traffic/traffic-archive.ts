/**
 * An HTTP archive of the proxy's traffic, without secrets: keys and cookies that were sent appear nowhere in it. Only
 * has requests to the service, because others, such as those for tokens, consist of secrets.
 */

import { type ForeignEntry, foreignArchive } from '../../contract/control/world/archive.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { archivedRequest, archivedResponse, archivedTimings } from '../../engine/archive-parts.ts';
import { redactKnown, redactText, secretsIn } from '../../engine/redact-secrets.ts';
import { isSecretHeader } from '../../engine/redaction/credential-names.ts';
import { NO_RESPONSE, type TrafficGap } from '../../scenario/compare/archived-response.ts';
import type { ForwardedExchange } from '../../system/http/forward-requests.ts';
import { packageVersion } from '../../system/package-root.ts';
import { MAX_REQUESTS } from '../recording/import-archive.ts';
import { showsKey } from './traffic-exchange.ts';

export interface TrafficArchive {
  add(exchange: ForwardedExchange): void;
  /** Number of requests that it has no room for, so that it can still be read. */
  leftOut(): number;
  text(): string;
  entries(): readonly ForeignEntry[];
}

/** Limit for bodies, so that the archive stays below the size that can be read. */
const MAX_CHARACTERS = 30_000_000;

export function createTrafficArchive(): TrafficArchive {
  const retained: object[] = [];
  // A token may be in a response before a client sends it.
  const shown = new Set<string>();
  let characters = 0;
  let leftOut = 0;
  const text = () => {
    const log = { version: '1.2', creator: { name: 'Ballast', version: packageVersion() }, entries: retained };
    return redactKnown(`${JSON.stringify({ log }, null, 2)}\n`, [...shown]);
  };
  return {
    add(exchange) {
      const { requestHeaders, requestBody, body } = exchange;
      const length = (requestBody.text?.length ?? 0) + (body.text?.length ?? 0);
      if (retained.length === MAX_REQUESTS || characters + length > MAX_CHARACTERS) {
        leftOut += 1;
        return;
      }
      characters += length;
      const lines = Object.entries(requestHeaders).flat().join('\n');
      for (const secret of secretsIn(lines, [])) shown.add(secret);
      retained.push(entryOf(exchange));
    },
    leftOut: () => leftOut,
    text,
    entries: () => foreignArchive.parse(JSON.parse(text())).log.entries,
  };
}

function entryOf(exchange: ForwardedExchange): object {
  const { method, url, requestHeaders, requestBody, status, headers, body, durationMs, startedMs } = exchange;
  const sent = requestBody.text === '' ? null : requestBody.text;
  return {
    startedDateTime: formatInstant(startedMs),
    time: durationMs,
    request: archivedRequest(method, plain(url), {
      headers: withoutSecrets(requestHeaders),
      body: sent && plain(sent),
    }),
    response: archivedResponse(status, '', { headers: withoutSecrets(headers), body: body.text && plain(body.text) }),
    cache: {},
    timings: archivedTimings(durationMs),
    _key_id: showsKey(requestHeaders) ? 'not stored' : null,
    _gap: gapOfExchange(exchange)?.reason ?? null,
  };
}

/**
 * A body that is unknown is not compared; a request that is incompletely known cannot be sent to a world here either.
 */
export function gapOfExchange({ status, unpassable, requestBody, body }: ForwardedExchange): TrafficGap | null {
  if (unpassable !== null) return { reason: unpassable, isProcessed: true };
  if (status === null) return NO_RESPONSE;
  if (requestBody.gap !== null) return { reason: `the body of the request ${requestBody.gap}`, isProcessed: false };
  if (body.gap === null) return null;
  return { reason: `the body of the response ${body.gap}`, isProcessed: true };
}

function withoutSecrets(headers: ForwardedExchange['headers']): Record<string, string> {
  const retained = Object.entries(headers).filter(([name]) => !isSecretHeader(name));
  return Object.fromEntries(retained.map(([name, value]) => [name, plain(value)]));
}

/** Removes credentials by their names, also in responses: no client has sent those yet. */
function plain(text: string): string {
  return redactText(text, []);
}
