/** `/sim/clock`: see the virtual clock and move it (decision J). */
import type { Router } from 'express';
import { advanceClock, type ClockWire, setClockMode } from '../contract/control.ts';
import { formatInstant, parseDuration, parseInstant } from '../domain/instant.ts';
import { sendJson } from './exchange.ts';
import { Problem } from './problem.ts';
import { parseBody, readJson } from './read-body.ts';
import type { Service } from './service.ts';

/** Virtual time ends with the calendar of JavaScript dates' four-digit years. */
const LATEST_MS = parseInstant('2099-12-31T23:59:59.999Z') ?? 0;

export function addClockRoutes(router: Router, service: Service): void {
  router.get('/clock', (request, response) => sendJson(request, response, 200, viewClock(service)));

  router.post('/clock/advance', readJson, (request, response) => {
    const { by, to } = parseBody(request, advanceClock);
    const { driver } = service;
    const targetMs = by === undefined ? parseInstant(to ?? '') : driver.horizonMs + (parseDuration(by) ?? 0);
    const path = by === undefined ? '/to' : '/by';
    if (targetMs === null || targetMs > LATEST_MS) {
      const issue = `goes beyond ${formatInstant(LATEST_MS)}`;
      throw new Problem('invalid_request', `The clock cannot be advanced: ${path} ${issue}.`, [{ path, issue }]);
    }
    if (!driver.advanceTo(targetMs)) {
      const from = formatInstant(driver.horizonMs);
      // 409 is the one conflict the specification knows; the control plane says it with the same code.
      throw new Problem('already_executing', `Virtual time only moves forward: it is ${from} already.`, [
        { path, issue: `lies before ${from}` },
      ]);
    }
    sendJson(request, response, 202, viewClock(service));
  });

  router.post('/clock/mode', readJson, (request, response) => {
    const { mode, rate, paused } = parseBody(request, setClockMode);
    service.driver.setMode({
      ...(mode === undefined ? {} : { mode }),
      ...(rate === undefined ? {} : { rate }),
      ...(paused === undefined ? {} : { paused }),
    });
    sendJson(request, response, 200, viewClock(service));
  });
}

export function viewClock({ driver }: Pick<Service, 'driver'>): ClockWire {
  const { nowMs, mode, rate, paused, progress } = driver.status();
  const now = formatInstant(nowMs);
  return {
    now,
    mode,
    rate,
    paused,
    status: progress === null ? 'ready' : 'advancing',
    progress:
      progress === null
        ? null
        : { from: formatInstant(progress.fromMs), to: formatInstant(progress.toMs), now, events: progress.events },
  };
}
