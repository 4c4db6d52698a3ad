/** `/sim/clock`: shows the virtual clock and moves it (decision J). */
import type { z } from 'zod';
import { type advanceClock, DEFAULT_ADVANCE_WAIT_MS } from '../../../contract/control/world/clock.ts';
import type { clockOperations } from '../../../contract/control/world/clock-operations.ts';
import { formatInstant, LATEST_CLOCK_MS, parseDuration, parseInstant } from '../../../domain/numbers/instant.ts';
import { MONITOR_TIMERS } from '../../../engine/drift-monitor/drift-monitor.ts';
import { whyNeverFinal, whyNeverSettled } from '../../../engine/execution/why-never-final.ts';
import { accepted, mapOutcome, type Outcome, type Refusal, refused } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';
import type { AdvanceRequest } from '../../../kernel/clock-status.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { waitAtMost } from '../../http/waited-for.ts';
import type { HandlersFor, Services } from '../../services.ts';
import { viewClock } from '../../views/world/view-clock.ts';
import { rememberBefore, saveSnapshotBefore } from './snapshot-before.ts';

type AdvanceServices = Pick<Services, 'world' | 'kernel' | 'driver' | 'attemptTimer'>;

/** A rebalance that is not final within this time never will be. */
const LONGEST_WAIT_MS = 366 * 86_400_000;

export const clockHandlers: HandlersFor<
  typeof clockOperations,
  keyof AdvanceServices | 'snapshots' | 'after' | 'isOver'
> = {
  getClock: ({ driver }) => accepted(viewClock(driver)),

  async advanceClock({ body, client, snapshots, after, isOver, ...services }) {
    const { driver } = services;
    const reachMs = reachOf(services, body);
    if (!reachMs.ok) return reachMs;
    const snapshot = await saveSnapshotBefore({ driver, snapshots }, reachMs.value, body.snapshot);
    if (isOver()) return replaced();
    const wanted = advanceOf(services, body);
    if (!wanted.ok) return wanted;
    const outcome = driver.advance(wanted.value);
    if (outcome === 'backwards') return backwards(driver, body.by === undefined ? '/to' : '/by');
    if (outcome === 'busy')
      return refused('already_executing', 'An advance is under way. Wait until it ends, or stop it first.');
    rememberBefore(driver, snapshot);
    if (body.wait) await waitAtMost(body.wait_ms ?? DEFAULT_ADVANCE_WAIT_MS, driver.whenIdle(), { client, after });
    const clock = viewClock(driver);
    return { ok: true, value: clock, status: body.wait && clock.status === 'ready' ? 200 : 202 };
  },

  async stopClock({ driver }) {
    driver.stopAdvance();
    await driver.whenIdle();
    return accepted(viewClock(driver));
  },

  setClockMode({ driver, body: { mode, rate, paused } }) {
    driver.setMode({
      ...(mode === undefined ? {} : { mode }),
      ...(rate === undefined ? {} : { rate }),
      ...(paused === undefined ? {} : { paused }),
    });
    return accepted(viewClock(driver));
  },
};

type AdvanceBody = z.infer<typeof advanceClock>;

function advanceOf(services: AdvanceServices, body: AdvanceBody): Outcome<AdvanceRequest> {
  const { world, driver } = services;
  const { by, to, until, max_events: maxEvents } = body;
  const lastMs = Math.min(LATEST_CLOCK_MS, driver.horizonMs + waitMsOf(body));
  if (typeof until === 'object') {
    const { rebalance } = until;
    const found = world.rebalances.find(rebalance);
    if (found === null) return refused('not_found', `There is no rebalance ${rebalance}.`);
    const endless = endlessOf(whyNeverFinal(world, found), `${rebalance} never becomes final`, '/until/rebalance');
    return endless ?? accepted({ toMs: lastMs, goal: { rebalance }, maxEvents });
  }
  if (until === 'settled') {
    const endless = endlessOf(whyNeverSettled(world), 'it never settles', '/until');
    return endless ?? accepted({ toMs: lastMs, goal: { settled: true }, maxEvents });
  }
  if (until === 'next_event') return mapOutcome(nextEvent(services, lastMs), (next) => ({ ...next, maxEvents }));
  if (until !== undefined) return accepted({ toMs: nextOpening(world, driver.nowMs()), goal: null, maxEvents });
  const toMs = by === undefined ? parseInstant(to ?? '') : driver.horizonMs + (parseDuration(by) ?? 0);
  const path = by === undefined ? '/to' : '/by';
  if (toMs !== null && toMs <= LATEST_CLOCK_MS) return accepted({ toMs, goal: null, maxEvents });
  const issue = `goes beyond ${formatInstant(LATEST_CLOCK_MS)}`;
  return refused('invalid_request', `The clock cannot be advanced: ${path} ${issue}.`, [{ path, issue }]);
}

/** Refuses to wait for an end that cannot come (decision J11), with one detail for each obstacle. */
function endlessOf(obstacles: readonly string[], what: string, path: string): Refusal | null {
  if (obstacles.length === 0) return null;
  const message = `The clock was not advanced, because ${what} by itself. ${obstacles.join(' ')}`;
  const details = obstacles.map((issue) => ({ path, issue }));
  return refused('invalid_request', message, details);
}

function replaced(): Refusal {
  return refused(
    'already_executing',
    'The clock was not advanced, because the world was reset or restored in the meantime.',
  );
}

/** Returns how far the clock may move; for a step to the next event, as far as the first timer that may be one. */
function reachOf(services: AdvanceServices, body: AdvanceBody): Outcome<number> {
  const { kernel } = services;
  return mapOutcome(advanceOf(services, body), ({ toMs }) =>
    body.until === 'next_event' ? (kernel.nextDueMsBesides(MONITOR_TIMERS) ?? toMs) : toMs,
  );
}

function waitMsOf({ within }: AdvanceBody): number {
  return within === undefined ? LONGEST_WAIT_MS : (parseDuration(within) ?? LONGEST_WAIT_MS);
}

/** Aims at the next entry of the event log or the next webhook attempt; messages in transit are neither. */
function nextEvent(
  { driver, kernel, attemptTimer }: AdvanceServices,
  lastMs: number,
): Outcome<Pick<AdvanceRequest, 'toMs' | 'goal'>> {
  driver.nowMs();
  if (kernel.hasPendingBesides(MONITOR_TIMERS)) {
    const attemptMs = kernel.nextDueMsOf(attemptTimer);
    const toMs = Math.min(lastMs, attemptMs ?? lastMs);
    return accepted({ toMs, goal: { after_event: kernel.eventCount, or_at: attemptMs } });
  }
  const issue = 'nothing is due: no timer is pending';
  return refused('invalid_request', `The clock cannot be advanced: ${issue}.`, [{ path: '/until', issue }]);
}

/** 409 is the only conflict of the specification; the control plane uses the same code. */
function backwards({ horizonMs }: Pick<TimeDriver, 'horizonMs'>, path: string): Refusal {
  const from = formatInstant(horizonMs);
  return refused('already_executing', `Virtual time only moves forward. It is ${from} already.`, [
    { path, issue: `is before ${from}` },
  ]);
}

/** Returns the first opening of any exchange after `nowMs`. */
function nextOpening({ calendars }: Pick<World, 'calendars'>, nowMs: number): number {
  return Math.min(...[...calendars.values()].map((calendar) => calendar.nextOpen(nowMs)));
}
