/** Held mids and exchange rates as the control plane shows them. */
import { fromMicro } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { Pin } from '../../market/prices/pin-registry.ts';
import { isRatePin } from '../commands/market/pin-price.ts';
import type { World } from '../world.ts';

export function listPins({ pins }: Pick<World, 'pins'>) {
  const held = pins.held();
  return {
    pins: held.filter((pin) => !isRatePin(pin)).map(viewPricePin),
    fx_pins: held.filter(isRatePin).map(viewRatePin),
  };
}

export function viewPin(pin: Pin) {
  return isRatePin(pin) ? viewRatePin(pin) : viewPricePin(pin);
}

function viewPricePin({ subject, midMicro, currency, fromMs }: Pin) {
  return { isin: subject, mid: fromMicro(midMicro), currency, since: formatInstant(fromMs) };
}

function viewRatePin({ midMicro, currency, fromMs }: Pin) {
  return { currency, per_eur: fromMicro(midMicro), since: formatInstant(fromMs) };
}
