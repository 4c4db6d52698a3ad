/**
 * `GET /sim/stream`: server-sent events of the world. A client that reconnects with `Last-Event-ID` gets the events
 * that it missed; one that does not read is dropped, never buffered without bound.
 */
import type { RequestHandler } from 'express';
import { streamQuery } from '../../contract/control/world/stream.ts';
import { parseQuery } from '../http/parse-query.ts';
import type { EventStream } from './event-stream.ts';

export interface LiveStreamDependencies {
  readonly stream: Pick<EventStream, 'open' | 'publishControl'>;
}

export function liveStream({ stream }: LiveStreamDependencies): RequestHandler {
  return (request, response) => {
    const { topics } = parseQuery(request, streamQuery);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    // The headers are sent now, whatever the client has subscribed to.
    response.flushHeaders();
    const lastId = request.get('last-event-id') ?? '';
    const close = stream.open(response, topics === undefined ? null : new Set(topics), lastId === '' ? null : lastId);
    response.on('close', close);
  };
}
