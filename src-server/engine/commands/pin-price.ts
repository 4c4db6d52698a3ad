/** Holds the mid of every listing of an instrument (control plane, decision L). */
import { toMicro } from '../../domain/exact.ts';
import { invariant } from '../../domain/invariant.ts';
import type { Currency } from '../../market/market-data.ts';
import type { Pin } from '../../market/pin-book.ts';
import { instrumentFaults } from '../check-instruments.ts';
import { accepted, type Fault, type Outcome, refused } from '../outcome.ts';
import type { World } from '../world.ts';

export interface PinInput {
  readonly isin: string;
  /** Units of `currency`, above zero, at most six decimals. */
  readonly mid: number;
  readonly currency: string;
}

type PinWorld = Pick<World, 'kernel' | 'market' | 'pins' | 'pinStore'>;

/** From the present instant on, in place of the pin that held so far; 400 for an unknown ISIN or currency. */
export function pinPrice(world: PinWorld, { isin, mid, currency }: PinInput): Outcome<Pin> {
  const faults: Fault[] = instrumentFaults(world, [{ isin }], () => '');
  if (!isKnownCurrency(world, currency)) {
    const known = Object.keys(world.market.fx.perEurMicro).join(', ');
    faults.push({ path: '/currency', issue: `is not one of ${known}` });
  }
  if (faults.length > 0) return refused('invalid_request', 'The price cannot be pinned.', faults);
  const midMicro = toMicro(mid);
  invariant(midMicro !== null && midMicro > 0, 'a mid that is no price passed validation');
  const pin = world.kernel.execute((unit): Pin => {
    const held = { isin, midMicro, currency: currency as Currency, fromMs: unit.nowMs, untilMs: null };
    world.pinStore.release(isin, unit.nowMs);
    world.pinStore.insert(held);
    unit.emit('market.pinned', { isin, mid, currency });
    return held;
  });
  // Only what is committed may price anything.
  world.pins.put(pin);
  return accepted(pin);
}

function isKnownCurrency({ market }: PinWorld, currency: string): boolean {
  return Object.hasOwn(market.fx.perEurMicro, currency);
}
