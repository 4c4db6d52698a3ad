/**
 * Sets and ends market faults: at once, at their time, or on request. Sets their timers and emits their events; the
 * effects of a fault's start or end are passed to the constructor.
 */
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type FaultKind, faultEndMs, faultStatus, type MarketFault } from './fault.ts';
import type { FaultPlace, FaultRegistry } from './fault-registry.ts';

export const FAULT_TIMER = 'fault.due';

/** A fault before it has an id. */
export type FaultInput = Pick<
  MarketFault,
  'kind' | 'mic' | 'isin' | 'share' | 'amount' | 'cancelsOrders' | 'fromMs' | 'untilMs' | 'count'
>;

interface FaultEffects {
  readonly started: (unit: UnitOfWork, fault: MarketFault) => void;
  readonly ended: (unit: UnitOfWork, fault: MarketFault) => void;
}

export class FaultScheduler {
  readonly #registry: FaultRegistry;
  readonly #effects: FaultEffects;

  constructor(kernel: Kernel, registry: FaultRegistry, effects: FaultEffects) {
    this.#registry = registry;
    this.#effects = effects;
    kernel.onTimer(FAULT_TIMER, (unit, payload) => this.#due(unit, String(payload)));
  }

  all(): readonly MarketFault[] {
    return this.#registry.all();
  }

  find(faultId: string): MarketFault | null {
    return this.#registry.find(faultId);
  }

  active(kind: FaultKind, mic: string, isin: string | null, instantMs: number): MarketFault | null {
    return this.#registry.active(kind, mic, isin, instantMs);
  }

  /** Triggers a fault of a kind that hits `occurrence`, and counts the hit; returns `null` if there is none. */
  trigger(unit: UnitOfWork, kind: FaultKind, place: FaultPlace, occurrence: string): MarketFault | null {
    return this.#registry.trigger(unit, kind, place, occurrence);
  }

  /** Sets a fault from its `fromMs` on, which is not before now. */
  set(unit: UnitOfWork, input: FaultInput): MarketFault {
    const faultId = unit.nextId('ft');
    const fault: MarketFault = { ...input, faultId, hits: 0, endedMs: null, timerSeq: null };
    this.#registry.put(fault);
    unit.emit('fault.set', describeFault(fault));
    if (fault.fromMs > unit.nowMs) this.#schedule(unit, fault, fault.fromMs);
    else this.#begin(unit, fault);
    return this.#registry.find(faultId) ?? fault;
  }

  /** Ends a fault now; one that is over, or used up, is not changed. */
  end(unit: UnitOfWork, fault: MarketFault): MarketFault {
    const status = faultStatus(fault, unit.nowMs);
    if (status === 'over' || status === 'cancelled') return fault;
    if (fault.timerSeq !== null) unit.cancel(fault.timerSeq);
    const ended: MarketFault = { ...fault, endedMs: unit.nowMs, timerSeq: null };
    this.#registry.put(ended);
    unit.emit('fault.ended', { fault_id: fault.faultId, kind: fault.kind, hits: fault.hits });
    if (status === 'active') this.#effects.ended(unit, ended);
    return ended;
  }

  /** Moves faults of an instrument that are not over to its new ISIN (decision O3). */
  rename(isin: string, newIsin: string, nowMs: number): void {
    for (const fault of this.#registry.all()) {
      if (fault.isin === isin && nowMs < faultEndMs(fault)) this.#registry.put({ ...fault, isin: newIsin });
    }
  }

  /** Handles the timer of a fault that begins or ends. */
  #due(unit: UnitOfWork, faultId: string): void {
    const fault = this.#registry.find(faultId);
    if (fault === null || fault.endedMs !== null) return;
    if (faultStatus(fault, unit.nowMs) === 'active') {
      this.#begin(unit, fault);
      return;
    }
    const over: MarketFault = { ...fault, timerSeq: null };
    this.#registry.put(over);
    unit.emit('fault.ended', { fault_id: faultId, kind: fault.kind, hits: fault.hits });
    this.#effects.ended(unit, over);
  }

  #begin(unit: UnitOfWork, fault: MarketFault): void {
    unit.emit('fault.began', { fault_id: fault.faultId, kind: fault.kind });
    if (fault.untilMs === null) this.#registry.put({ ...fault, timerSeq: null });
    else this.#schedule(unit, fault, fault.untilMs);
    this.#effects.started(unit, fault);
  }

  #schedule(unit: UnitOfWork, fault: MarketFault, atMs: number): void {
    this.#registry.put({ ...fault, timerSeq: unit.schedule(atMs, FAULT_TIMER, fault.faultId) });
  }
}

function describeFault(fault: MarketFault) {
  const { faultId, kind, mic, isin, share, amount, cancelsOrders, fromMs, untilMs, count } = fault;
  const place = { exchange: mic, isin };
  const until = untilMs === null ? null : formatInstant(untilMs);
  const bounds = { from: formatInstant(fromMs), until, count };
  return { fault_id: faultId, kind, ...place, share, amount, cancels_orders: cancelsOrders, ...bounds };
}
