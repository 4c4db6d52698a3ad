/** `/sim/clock`: see the virtual clock and move it (decision J). */

import type { Router } from 'express';
import type { z } from 'zod';
import { advanceClock, setClockMode, USUAL_ADVANCE_WAIT_MS } from '../../../contract/control/world/clock.ts';
import { clockOperations } from '../../../contract/control/world/clock-operations.ts';
import { formatInstant, LATEST_CLOCK_MS, parseDuration, parseInstant } from '../../../domain/numbers/instant.ts';
import { MONITOR_TIMERS } from '../../../engine/drift-monitor/drift-monitor.ts';
import { whyNeverFinal, whyNeverSettled } from '../../../engine/execution/why-never-final.ts';
import type { SnapshotService } from '../../../engine/snapshot-service.ts';
import type { World } from '../../../engine/world.ts';
import type { AdvanceRequest } from '../../../kernel/clock-status.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import type { After } from '../../http/after.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { waitAtMost } from '../../http/waited-for.ts';
import { viewClock } from '../../views/world/view-clock.ts';
import { rememberBefore, saveSnapshotBefore } from './snapshot-before.ts';

export interface ClockRouteDependencies {
  readonly world: World;
  readonly kernel: Kernel;
  readonly driver: TimeDriver;
  /** The kind of timers that send webhooks. */
  readonly attemptTimer: string;
  readonly snapshots: SnapshotService;
  readonly after: After;
  /** True once another world has taken the place of this one; its database is closed. */
  readonly isOver: () => boolean;
  readonly logBug: (error: unknown) => void;
}

/** A rebalance that is not final by then never will be. */
const LONGEST_WAIT_MS = 366 * 86_400_000;

export function addClockRoutes(router: Router, service: ClockRouteDependencies): void {
  const { driver } = service;
  addOperation(router, clockOperations.getClock, (request, response) =>
    sendJson(request, response, 200, viewClock(service.driver)),
  );

  addOperation(router, clockOperations.advanceClock, readJson, async (request, response) => {
    const body = parseBody(request, advanceClock);
    const reachMs = reachOf(service, body);
    const snapshot = await saveSnapshotBefore(service, reachMs, body.snapshot);
    if (service.isOver()) throw replaced();
    const outcome = driver.advance(advanceOf(service, body));
    if (outcome === 'backwards') throw backwards(service, body.by === undefined ? '/to' : '/by');
    if (outcome === 'busy') {
      throw new Problem('already_executing', 'An advance is under way. Wait until it ends, or stop it first.');
    }
    rememberBefore(driver, snapshot);
    if (body.wait) {
      const { after } = service;
      await waitAtMost(body.wait_ms ?? USUAL_ADVANCE_WAIT_MS, driver.whenIdle(), { response, after });
    }
    const clock = viewClock(service.driver);
    sendJson(request, response, body.wait && clock.status === 'ready' ? 200 : 202, clock);
  });

  addOperation(router, clockOperations.stopClock, (request, response) => {
    driver.stopAdvance();
    driver.whenIdle().then(() => sendJson(request, response, 200, viewClock(service.driver)), service.logBug);
  });

  addOperation(router, clockOperations.setClockMode, readJson, (request, response) => {
    const { mode, rate, paused } = parseBody(request, setClockMode);
    driver.setMode({
      ...(mode === undefined ? {} : { mode }),
      ...(rate === undefined ? {} : { rate }),
      ...(paused === undefined ? {} : { paused }),
    });
    sendJson(request, response, 200, viewClock(service.driver));
  });
}

type AdvanceBody = z.infer<typeof advanceClock>;

function advanceOf(service: ClockRouteDependencies, body: AdvanceBody): AdvanceRequest {
  const { by, to, until, max_events: maxEvents } = body;
  const lastMs = Math.min(LATEST_CLOCK_MS, service.driver.horizonMs + waitMsOf(body));
  if (typeof until === 'object') {
    const { rebalance } = until;
    const found = service.world.rebalances.find(rebalance);
    if (found === null) throw new Problem('not_found', `There is no rebalance ${rebalance}.`);
    refuseEndless(whyNeverFinal(service.world, found), `${rebalance} never becomes final`, '/until/rebalance');
    return { toMs: lastMs, goal: { rebalance }, maxEvents };
  }
  if (until === 'settled') refuseEndless(whyNeverSettled(service.world), 'it never settles', '/until');
  if (until === 'settled') return { toMs: lastMs, goal: { settled: true }, maxEvents };
  if (until === 'next_event') return { ...nextEvent(service, lastMs), maxEvents };
  if (until !== undefined) return { toMs: nextOpening(service.world, service.driver.nowMs()), goal: null, maxEvents };
  const toMs = by === undefined ? parseInstant(to ?? '') : service.driver.horizonMs + (parseDuration(by) ?? 0);
  const path = by === undefined ? '/to' : '/by';
  if (toMs !== null && toMs <= LATEST_CLOCK_MS) return { toMs, goal: null, maxEvents };
  const issue = `goes beyond ${formatInstant(LATEST_CLOCK_MS)}`;
  throw new Problem('invalid_request', `The clock cannot be advanced: ${path} ${issue}.`, [{ path, issue }]);
}

/** What can never be is not waited for (decision J11): one detail for each thing that stands in the way. */
function refuseEndless(obstacles: readonly string[], what: string, path: string): void {
  if (obstacles.length === 0) return;
  const message = `The clock is not advanced, because ${what} by itself. ${obstacles.join(' ')}`;
  const details = obstacles.map((issue) => ({ path, issue }));
  throw new Problem('invalid_request', message, details);
}

function replaced(): Problem {
  return new Problem(
    'already_executing',
    'The clock was not advanced, because the world was reset or restored in the meantime.',
  );
}

/** How far it may go; a step to the next event as far as the first timer that may be one. */
function reachOf(service: ClockRouteDependencies, body: AdvanceBody): number {
  const { toMs } = advanceOf(service, body);
  return body.until === 'next_event' ? (service.kernel.nextDueMsBesides(MONITOR_TIMERS) ?? toMs) : toMs;
}

function waitMsOf({ within }: AdvanceBody): number {
  return within === undefined ? LONGEST_WAIT_MS : (parseDuration(within) ?? LONGEST_WAIT_MS);
}

/** The next entry of the event log, or the next webhook attempt; messages on their way are neither. */
function nextEvent(
  { driver, kernel, attemptTimer }: ClockRouteDependencies,
  lastMs: number,
): Pick<AdvanceRequest, 'toMs' | 'goal'> {
  driver.nowMs();
  if (kernel.hasPendingBesides(MONITOR_TIMERS)) {
    const attemptMs = kernel.nextDueMsOf(attemptTimer);
    const toMs = Math.min(lastMs, attemptMs ?? lastMs);
    return { toMs, goal: { after_event: kernel.eventCount, or_at: attemptMs } };
  }
  const issue = 'no timer is pending';
  throw new Problem('invalid_request', `The clock cannot be advanced: ${issue}.`, [{ path: '/until', issue }]);
}

/** 409 is the one conflict the specification knows; the control plane says it with the same code. */
function backwards({ driver }: ClockRouteDependencies, path: string): Problem {
  const from = formatInstant(driver.horizonMs);
  return new Problem('already_executing', `Virtual time only moves forward. It is ${from} already.`, [
    { path, issue: `lies before ${from}` },
  ]);
}

/** The first opening of any exchange after `nowMs`. */
function nextOpening({ calendars }: Pick<World, 'calendars'>, nowMs: number): number {
  return Math.min(...[...calendars.values()].map((calendar) => calendar.nextOpen(nowMs)));
}
