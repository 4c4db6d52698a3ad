/** Held mids as the control plane shows them. */
import { fromMicro } from '../../domain/exact.ts';
import { formatInstant } from '../../domain/instant.ts';
import type { Pin } from '../../market/pin-book.ts';
import type { World } from '../world.ts';

export function listPins({ pins }: Pick<World, 'pins'>) {
  return { pins: pins.held().map(viewPin) };
}

export function viewPin({ isin, midMicro, currency, fromMs }: Pin) {
  return { isin, mid: fromMicro(midMicro), currency, since: formatInstant(fromMs) };
}
