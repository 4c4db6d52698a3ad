/** Moves the virtual clock for a test and waits for its goal (decisions J, K72). */

import type { ControlTerms } from '../contract/control/control-routes.ts';
import type { ClockWire } from '../contract/control/world/clock.ts';
import type { RebalanceB } from '../contract/service/form-b.ts';
import { BallastError, BallastWaitError } from './ballast-errors.ts';
import type { ClockClient } from './ballast-handle.ts';
import type { ControlPlane } from './control-plane.ts';
import { reproduceText, traceText } from './failure-text.ts';

type Goal = Omit<ControlTerms<'POST /clock/advance'>['body'], 'wait' | 'snapshot'>;

const DEFAULT_WAIT = '7d';
/** Host ms between two reads of the clock, while an advance takes longer than one response may. */
const PAUSE_MS = 100;

export function createClockClient(plane: ControlPlane): ClockClient {
  const advanceBy = async (how: Goal): Promise<ClockWire> => {
    // Tests make snapshots themselves.
    const started = await plane.ask('POST /clock/advance', { body: { ...how, wait: true, snapshot: false } });
    const clock = started.status === 'ready' ? started : await whenReady(plane);
    if (clock.last_advance?.ended !== 'event_limit') return clock;
    throw new BallastError(`The clock stopped at ${clock.now} after a million timers; go there in smaller steps.`);
  };
  return {
    clock: () => plane.ask('GET /clock'),
    setClock: (body) => plane.ask('POST /clock/mode', { body }),
    advance: (how) => advanceBy(typeof how === 'string' ? { by: how } : 'by' in how ? { by: how.by } : { to: how.to }),
    async untilComplete(rebalanceId, { within = DEFAULT_WAIT } = {}) {
      await refuseWhatWaits(plane, rebalanceId);
      await advanceBy({ until: { rebalance: rebalanceId }, within });
      const rebalance = await findRebalance(plane, rebalanceId);
      if (rebalance.status === 'complete') return rebalance;
      throw await incomplete(plane, rebalance, within);
    },
    async untilSettled({ within = DEFAULT_WAIT } = {}) {
      const clock = await advanceBy({ until: 'settled', within });
      if (clock.last_advance?.ended === 'reached') return clock;
      throw await unsettled(plane, clock, within);
    },
  };
}

async function whenReady(plane: ControlPlane): Promise<ClockWire> {
  for (;;) {
    const clock = await plane.ask('GET /clock');
    if (clock.status === 'ready') return clock;
    await plane.pause(PAUSE_MS);
  }
}

async function findRebalance(plane: ControlPlane, rebalanceId: string): Promise<RebalanceB> {
  return (await plane.ask('GET /rebalances/{id}', { params: { id: rebalanceId } })).rebalance;
}

/** A plan that was not executed never completes, so this fails at once. */
async function refuseWhatWaits(plane: ControlPlane, rebalanceId: string): Promise<void> {
  const { status, simulation } = await findRebalance(plane, rebalanceId);
  if (status !== 'plan_ready') return;
  const why = simulation ? 'it is a dry run, which cannot be executed' : 'it has not been executed';
  throw await waitError(plane, `${rebalanceId} to become complete`, `${why}; its status is plan_ready`, rebalanceId);
}

async function incomplete(plane: ControlPlane, rebalance: RebalanceB, within: string): Promise<BallastWaitError> {
  const { rebalance_id: rebalanceId, status, failure, orders } = rebalance;
  const open = orders.filter((order) => order.status !== 'filled');
  const got = [
    `it is ${status}${failure === null ? '' : ` (${failure.code}: ${failure.message})`}`,
    ...open.map(
      (order) =>
        `  - ${order.side} ${order.quantity} ${order.isin} at ${order.exchange}: ${order.status}, ${order.filled_quantity} filled`,
    ),
  ].join('\n');
  return waitError(plane, `${rebalanceId} to become complete within ${within}`, got, rebalanceId);
}

async function unsettled(plane: ControlPlane, clock: ClockWire, within: string): Promise<BallastWaitError> {
  const { rebalances } = await plane.ask('GET /rebalances');
  const { deliveries } = await plane.ask('GET /deliveries', { query: { status: 'pending', limit: 10 } });
  const working = rebalances.filter(({ status }) => status === 'executing' || status === 'partially_filled');
  const got = [
    `at ${clock.now} the following is still under way`,
    ...working.slice(0, 10).map(({ rebalance_id: id, status }) => `  - rebalance ${id} is ${status}`),
    ...deliveries.map(({ delivery_id: id, type, url }) => `  - delivery ${id} of ${type} to ${url} is pending`),
  ].join('\n');
  return waitError(plane, `everything to settle within ${within}`, got, working[0]?.rebalance_id ?? null);
}

async function waitError(plane: ControlPlane, expected: string, got: string, traced: string | null) {
  const trace =
    traced === null ? null : await plane.ask('GET /trace/{id}', { params: { id: traced } }).catch(() => null);
  const world = await plane.ask('GET /fingerprint');
  const message = [
    `Expected ${expected}, but ${got}`,
    ...(trace === null ? [] : ['What happened:', traceText(trace.nodes)]),
    reproduceText(world),
  ].join('\n');
  return new BallastWaitError(message, { expected, got, trace });
}
