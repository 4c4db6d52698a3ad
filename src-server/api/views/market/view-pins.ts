/** Held mids and exchange rates as the control plane shows them. */
import type { FxPinView, NewPin, PinList, PinView } from '../../../contract/control/market/market-control.ts';
import { fromMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { isRatePin } from '../../../engine/commands/market/pin-price.ts';
import type { World } from '../../../engine/world.ts';

type Pin = ReturnType<World['pins']['held']>[number];

export function listPins({ pins }: Pick<World, 'pins'>): PinList {
  const held = pins.held();
  return {
    pins: held.filter((pin) => !isRatePin(pin)).map(viewPricePin),
    fx_pins: held.filter(isRatePin).map(viewRatePin),
  };
}

export function viewPin(pin: Pin): NewPin {
  return isRatePin(pin) ? viewRatePin(pin) : viewPricePin(pin);
}

function viewPricePin({ subject, midMicro, currency, fromMs }: Pin): PinView {
  return { isin: subject, mid: fromMicro(midMicro), currency, since: formatInstant(fromMs) };
}

function viewRatePin({ midMicro, currency, fromMs }: Pin): FxPinView {
  return { currency, per_eur: fromMicro(midMicro), since: formatInstant(fromMs) };
}
