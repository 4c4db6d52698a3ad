/** `/sim/clock`: see the virtual clock and move it (decision J). */
import type { Router } from 'express';
import type { z } from 'zod';
import { advanceClock, type ClockWire, setClockMode } from '../contract/clock.ts';
import { formatInstant, parseDuration, parseInstant } from '../domain/instant.ts';
import { MONITOR_TIMERS } from '../engine/drift-monitor/drift-monitor.ts';
import { nextOpening } from '../engine/views/view-market.ts';
import type { AdvanceProgress, AdvanceRequest } from '../kernel/time-driver.ts';
import { sendJson } from './exchange.ts';
import { Problem } from './problem.ts';
import { parseBody, readJson } from './read-body.ts';
import type { Service } from './service.ts';

/** Virtual time ends with the century: beyond it the price model stands still anyway. */
const LATEST_MS = parseInstant('2099-12-31T23:59:59.999Z') ?? 0;
/** A rebalance that is not final by then never will be. */
const LONGEST_WAIT_MS = 366 * 86_400_000;

export function addClockRoutes(router: Router, service: Service): void {
  const { driver } = service;
  router.get('/clock', (request, response) => sendJson(request, response, 200, viewClock(service)));

  router.post('/clock/advance', readJson, (request, response) => {
    const body = parseBody(request, advanceClock);
    const outcome = driver.advance(advanceOf(service, body));
    if (outcome === 'backwards') throw backwards(service, body.by === undefined ? '/to' : '/by');
    if (outcome === 'busy') {
      throw new Problem('already_executing', 'An advance is under way: wait for its end, or stop it first.');
    }
    sendJson(request, response, 202, viewClock(service));
  });

  router.post('/clock/stop', (request, response) => {
    driver.stopAdvance();
    driver.whenIdle().then(() => sendJson(request, response, 200, viewClock(service)), service.logBug);
  });

  router.post('/clock/mode', readJson, (request, response) => {
    const { mode, rate, paused } = parseBody(request, setClockMode);
    driver.setMode({
      ...(mode === undefined ? {} : { mode }),
      ...(rate === undefined ? {} : { rate }),
      ...(paused === undefined ? {} : { paused }),
    });
    sendJson(request, response, 200, viewClock(service));
  });
}

type AdvanceBody = z.infer<typeof advanceClock>;

function advanceOf(service: Service, body: AdvanceBody): AdvanceRequest {
  const { by, to, until, max_events: maxEvents } = body;
  const lastMs = Math.min(LATEST_MS, service.driver.horizonMs + waitMsOf(body));
  if (typeof until === 'object') {
    const { rebalance } = until;
    if (service.world.rebalances.find(rebalance) === null) {
      throw new Problem('not_found', `There is no rebalance ${rebalance}.`);
    }
    return { toMs: lastMs, goal: { rebalance }, maxEvents };
  }
  if (until === 'settled') return { toMs: lastMs, goal: { settled: true }, maxEvents };
  if (until === 'next_event') return { ...nextEvent(service, lastMs), maxEvents };
  if (until !== undefined) return { toMs: nextOpening(service.world, service.driver.nowMs()), goal: null, maxEvents };
  const toMs = by === undefined ? parseInstant(to ?? '') : service.driver.horizonMs + (parseDuration(by) ?? 0);
  const path = by === undefined ? '/to' : '/by';
  if (toMs !== null && toMs <= LATEST_MS) return { toMs, goal: null, maxEvents };
  const issue = `goes beyond ${formatInstant(LATEST_MS)}`;
  throw new Problem('invalid_request', `The clock cannot be advanced: ${path} ${issue}.`, [{ path, issue }]);
}

function waitMsOf({ within }: AdvanceBody): number {
  return within === undefined ? LONGEST_WAIT_MS : (parseDuration(within) ?? LONGEST_WAIT_MS);
}

/** The next entry of the event log, or the next webhook attempt; messages on their way are neither. */
function nextEvent({ driver, kernel, attemptTimer }: Service, lastMs: number): Pick<AdvanceRequest, 'toMs' | 'goal'> {
  driver.nowMs();
  if (kernel.hasPendingBesides(MONITOR_TIMERS)) {
    const attemptMs = kernel.nextDueMsOf(attemptTimer);
    const toMs = Math.min(lastMs, attemptMs ?? lastMs);
    return { toMs, goal: { after_event: kernel.eventCount, or_at: attemptMs } };
  }
  const issue = 'nothing is pending, so there is no next event';
  throw new Problem('invalid_request', `The clock cannot be advanced: ${issue}.`, [{ path: '/until', issue }]);
}

/** 409 is the one conflict the specification knows; the control plane says it with the same code. */
function backwards({ driver }: Service, path: string): Problem {
  const from = formatInstant(driver.horizonMs);
  return new Problem('already_executing', `Virtual time only moves forward: it is ${from} already.`, [
    { path, issue: `lies before ${from}` },
  ]);
}

export function viewClock({ driver }: Pick<Service, 'driver'>): ClockWire {
  const { nowMs, mode, rate, paused, progress, lastAdvance } = driver.status();
  return {
    now: formatInstant(nowMs),
    mode,
    rate,
    paused,
    status: progress === null ? 'ready' : 'advancing',
    progress: progress === null ? null : viewProgress(progress, nowMs),
    last_advance:
      lastAdvance === null ? null : { ...viewProgress(lastAdvance, lastAdvance.nowMs), ended: lastAdvance.ended },
  };
}

function viewProgress({ fromMs, toMs, events }: AdvanceProgress, nowMs: number) {
  return { from: formatInstant(fromMs), to: formatInstant(toMs), now: formatInstant(nowMs), events };
}
