/** Pins the mid of every listing of an instrument, or an exchange rate (control plane, decisions L9 and L58). */

import { invariant } from '../../../domain/invariant.ts';
import { toMicro } from '../../../domain/numbers/exact.ts';
import type { Currency } from '../../../market/data/market-data.ts';
import type { Pin } from '../../../market/prices/pin-registry.ts';
import { accepted, type Outcome, refused, refusedFor, type ValidationIssue } from '../../outcome.ts';
import { validateInstruments } from '../../planning/check-instruments.ts';
import type { World } from '../../world.ts';

interface PinInput {
  readonly isin: string;
  /** Units of `currency`, above zero, at most six decimals. */
  readonly mid: number;
  readonly currency: string;
}

interface RatePinInput {
  readonly currency: Currency;
  /** Units for one EUR, above zero, at most six decimals. */
  readonly per_eur: number;
}

type PinWorld = Pick<World, 'kernel' | 'market' | 'pins' | 'pinStore'>;

/** Replaces an earlier pin of the same subject from now on. Refused with 400 for an unknown ISIN or currency. */
export function pinPrice(world: PinWorld, input: PinInput | RatePinInput): Outcome<Pin> {
  if (!('isin' in input)) return accepted(pin(world, input.currency, input.per_eur, input.currency));
  const { isin, mid, currency } = input;
  const issues: ValidationIssue[] = validateInstruments(world, [{ isin }], () => '');
  if (!isKnownCurrency(world, currency)) {
    const known = Object.keys(world.market.fx.perEurMicro).join(', ');
    issues.push({ path: '/currency', issue: `is not one of ${known}` });
  }
  if (issues.length > 0) return refusedFor('The price cannot be pinned', issues);
  return accepted(pin(world, isin, mid, currency as Currency));
}

function pin(world: PinWorld, subject: string, price: number, currency: Currency): Pin {
  const midMicro = toMicro(price);
  invariant(midMicro !== null && midMicro > 0, 'a price that is none passed validation');
  const pinned = world.kernel.execute((unit): Pin => {
    const pinned = { subject, midMicro, currency, fromMs: unit.nowMs, untilMs: null };
    world.pinStore.release(subject, unit.nowMs);
    world.pinStore.insert(pinned);
    if (isRatePin(pinned)) unit.emit('market.fx_pinned', { currency, per_eur: price });
    else unit.emit('market.pinned', { isin: subject, mid: price, currency });
    return pinned;
  });
  // Only committed pins may change prices.
  world.pins.put(pinned);
  return pinned;
}

/** A rate is the price of one EUR, so the pin of a currency is in that currency. */
export function isRatePin({ subject, currency }: Pick<Pin, 'subject' | 'currency'>): boolean {
  return subject === currency;
}

function isKnownCurrency({ market }: PinWorld, currency: string): boolean {
  return Object.hasOwn(market.fx.perEurMicro, currency);
}

/** `subject`: an ISIN or a currency. Takes effect now; refused with 404 if it is not pinned. */
export function unpinPrice(world: Pick<World, 'kernel' | 'pins' | 'pinStore'>, subject: string): Outcome<Pin> {
  const pinned = world.pins.at(subject, world.kernel.nowMs);
  if (pinned === null) return refused('not_found', `${subject} is not pinned.`);
  const untilMs = world.kernel.execute((unit) => {
    world.pinStore.release(subject, unit.nowMs);
    if (isRatePin(pinned)) unit.emit('market.fx_unpinned', { currency: subject });
    else unit.emit('market.unpinned', { isin: subject });
    return unit.nowMs;
  });
  world.pins.release(subject, untilMs);
  return accepted(pinned);
}
