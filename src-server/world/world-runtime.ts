/** The two moving parts of a world: its clock, and the delivery of webhooks. Each waits for the other. */

import type { JournalRecorder } from '../api/journal/journal-recorder.ts';
import { webhookEffectOf } from '../contract/control/http-faults/http-faults.ts';
import { isFinalRebalance } from '../domain/lifecycle/rebalance-life-cycle.ts';
import { SLOW_TIMERS } from '../engine/bulk/bulk-rebalance.ts';
import { CASH_FLOW_TIMER } from '../engine/cash-flows/apply-cash-flow.ts';
import { CORPORATE_ACTION_TIMER } from '../engine/corporate-actions/apply-corporate-action.ts';
import { EX_DATE_TIMER, PAY_DATE_TIMER } from '../engine/dividends/pay-dividends.ts';
import { MONITOR_TIMERS } from '../engine/drift-monitor/drift-monitor.ts';
import { createWebhookFaultDraw } from '../engine/http-faults/inject-webhook-faults.ts';
import { POLICY_TIMER } from '../engine/policies/schedule-policy.ts';
import type { DeliveryRecord, SendHttp } from '../engine/ports/webhook-ports.ts';
import { SETTLEMENT_TIMER } from '../engine/settlement/settle-trades.ts';
import type { World } from '../engine/world.ts';
import type { Json } from '../kernel/canonical-json.ts';
import { TimeDriver } from '../kernel/time-driver.ts';
import { FAULT_TIMER } from '../market/faults/fault-scheduler.ts';
import { hasRoom } from '../system/files/disk-room.ts';
import { hostClock } from '../system/host-time.ts';
import type { Log } from '../system/log.ts';
import { Dispatcher } from '../webhooks/dispatcher.ts';
import { isSinkPath } from '../webhooks/endpoint-url.ts';
import { ATTEMPT_TIMER } from '../webhooks/outbox.ts';
import type { OpenedWorld } from './opened-world.ts';
import type { WorldOptions } from './world-options.ts';

/** Timers that are pending although nothing is in progress: `instant` mode does not advance time for them. */
const BACKGROUND_TIMERS: ReadonlySet<string> = new Set([
  ...MONITOR_TIMERS,
  FAULT_TIMER,
  CASH_FLOW_TIMER,
  CORPORATE_ACTION_TIMER,
  EX_DATE_TIMER,
  PAY_DATE_TIMER,
  SETTLEMENT_TIMER,
  POLICY_TIMER,
]);

const STANDS_STILL = 'The world is stopped: changes get a 500 until the disk can be written to again.';
const CONTINUES = 'The disk can be written to again, and the world continues.';

export interface WorldRuntime {
  readonly driver: TimeDriver;
  readonly dispatcher: Dispatcher;
  readonly onClockChange: (listener: () => void) => () => void;
  readonly onDelivery: (listener: (delivery: DeliveryRecord) => void) => () => void;
}

export interface RuntimePorts {
  readonly options: WorldOptions;
  /** Origin of its server. */
  readonly origin: string;
  readonly log: Log;
  readonly journal: JournalRecorder;
  /** Sends webhooks; its connections outlive the world. */
  readonly sendWebhook: SendHttp;
}

export function createWorldRuntime(
  { options, origin, sendWebhook, log, journal }: RuntimePorts,
  { world, webhooks }: Pick<OpenedWorld, 'world' | 'webhooks'>,
): WorldRuntime {
  const { kernel } = world;
  const clockListeners = new Set<() => void>();
  const deliveryListeners = new Set<(delivery: DeliveryRecord) => void>();
  const dispatcher = new Dispatcher(kernel, webhooks, {
    send: sendWebhook,
    wallNowMs: () => hostClock.epochMs(),
    timestampSeconds: () => Math.floor((options.virtualStamps ? kernel.nowMs : hostClock.epochMs()) / 1000),
    resolveUrl: (url) => (isSinkPath(url) ? `${origin}${url}` : url),
    drawFault: createWebhookFaultDraw(world.httpFaults, kernel.seed, webhookEffectOf),
    whenTaken: () => driver.whenTaken(),
    onRecorded(delivery) {
      for (const listener of deliveryListeners) listener(delivery);
      driver.afterEffect();
    },
  });
  const driver: TimeDriver = new TimeDriver(kernel, hostClock, {
    barriers: new Set([ATTEMPT_TIMER]),
    background: BACKGROUND_TIMERS,
    slow: SLOW_TIMERS,
    settle: () => dispatcher.settled(),
    isReached: (goal) => isReached(world, goal),
    onChange() {
      for (const listener of clockListeners) listener();
    },
    wallNowMs: () => hostClock.epochMs(),
    hasRoom: () => options.dataDir === null || hasRoom(options.dataDir),
    holdsFailedTimers: options.endsOnFailedTimer !== true,
    onStop(stop) {
      log.trouble(stop === null ? CONTINUES : `${stop.message} ${STANDS_STILL}`);
      if (stop === null) journal.writeAgain();
    },
  });
  return { driver, dispatcher, onClockChange: listenTo(clockListeners), onDelivery: listenTo(deliveryListeners) };
}

/**
 * Goals of an advance other than an instant: `{rebalance}` is final, or gone; something has happened since
 * `{after_event}`; or all is `{settled}`: nothing would happen any more except for the timers that always wait.
 */
function isReached({ rebalances, kernel }: Pick<World, 'rebalances' | 'kernel'>, goal: Json): boolean {
  if (typeof goal !== 'object' || goal === null) return false;
  if ('after_event' in goal) {
    const isAttemptDue = typeof goal.or_at === 'number' && kernel.nowMs >= goal.or_at;
    return isAttemptDue || kernel.eventCount > Number(goal.after_event);
  }
  if ('settled' in goal) return !kernel.hasPendingBesides(BACKGROUND_TIMERS);
  const rebalance = rebalances.find('rebalance' in goal ? String(goal.rebalance) : '');
  return rebalance === null || isFinalRebalance(rebalance.status);
}

function listenTo<L>(listeners: Set<L>): (listener: L) => () => void {
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}
