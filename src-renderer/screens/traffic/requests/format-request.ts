/** Short texts about a journal request. Pure. */
import { formatCount } from '../../../components/format/format-number.ts';

const BASE = /^(?:\/form-[ab])?\/v1(?=\/|\?|$)/;

/** The path without the base, which the form implies: `/form-b/v1/prices?isin=…` is `/prices?isin=…`. */
export function pathBelowBase(path: string): string {
  return path.replace(BASE, '') || '/';
}

/** Milliseconds, with a decimal if there are few: `0.8`, `12`, `1 250`. */
export function formatMilliseconds(spanMs: number): string {
  return spanMs < 10 ? spanMs.toFixed(1) : formatCount(Math.round(spanMs));
}

/** `api_slow_drip` is `slow drip`. */
export function formatWireFault(kind: string): string {
  return kind.replace(/^(?:api|webhook)_/, '').replaceAll('_', ' ');
}

const COUNTED_TO = 1_000_000;

/** `20 000`; the service stops counting at a million. */
export function describeCount(total: number): string {
  return `${formatCount(total)}${total >= COUNTED_TO ? ' or more' : ''}`;
}
