/**
 * `GET /sim/stream`: one server-sent event stream of the clock, the world's events and deliveries. A client that does
 * not read is dropped, never buffered without bound; it comes back and reads what it missed from the views.
 */
import type { RequestHandler, Response } from 'express';
import type { StreamMessages } from '../contract/control.ts';
import { viewClock } from './clock-routes.ts';
import type { Service } from './service.ts';
import { viewEvent } from './traffic-routes.ts';
import { viewDelivery } from './webhook-routes.ts';

/** The clock is told at most this often; while time flows it is told at least this often. */
const CLOCK_EVERY_MS = 250;
const MOST_BUFFERED_BYTES = 1_048_576;

export function liveStream(service: Service): RequestHandler {
  return (_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    const tell = <K extends keyof StreamMessages>(name: K, message: StreamMessages[K]) =>
      write(response, `event: ${name}\ndata: ${JSON.stringify(message)}\n\n`);
    const clock = tellClock(service, (message) => tell('clock', message));
    const stops = [
      service.kernel.onCommit((events) => {
        for (const event of events) tell('world', viewEvent(event));
      }),
      service.onDelivery((delivery) => tell('delivery', viewDelivery(delivery))),
      service.onClockChange(clock.changed),
      clock.stop,
    ];
    response.on('close', () => {
      for (const stop of stops) stop();
    });
    tell('clock', viewClock(service));
  };
}

function write(response: Response, text: string): void {
  response.write(text);
  if (response.writableLength > MOST_BUFFERED_BYTES) response.destroy();
}

/** Sends the clock at a steady beat while it is different from what was sent last. */
function tellClock(service: Service, send: (message: StreamMessages['clock']) => void) {
  let last = '';
  let cancel = service.after(CLOCK_EVERY_MS, beat);
  function tellIfChanged(): void {
    const message = viewClock(service);
    const text = JSON.stringify(message);
    if (text === last) return;
    last = text;
    send(message);
  }
  function beat(): void {
    tellIfChanged();
    cancel = service.after(CLOCK_EVERY_MS, beat);
  }
  let wasAdvancing = false;
  return {
    /** A mode that changed or an advance that began or ended is told at once; its progress waits for the beat. */
    changed(): void {
      const isAdvancing = service.driver.status().progress !== null;
      if (isAdvancing && wasAdvancing) return;
      wasAdvancing = isAdvancing;
      tellIfChanged();
    },
    stop: () => cancel(),
  };
}
