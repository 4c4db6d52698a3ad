/** Changes the settings of an exchange from now on, or disconnects and connects it (decision L). */
import type { VenueSettings } from '../../../market/data/market-data.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import type { World } from '../../world.ts';

export interface ExchangeChange {
  readonly connected: boolean | null;
  /** The settings to change. */
  readonly settings: Partial<Omit<VenueSettings, 'mic' | 'latency'>>;
  readonly latency: Partial<VenueSettings['latency']>;
}

type ExchangeWorld = Pick<World, 'kernel' | 'venues' | 'connections' | 'faults' | 'exchangeSettings'>;

/**
 * Refused with 404 for an unknown MIC; 400 for connecting an exchange that a fault keeps down. Working orders retain
 * the lot and day end they were sent with; everything else applies at once.
 */
export function changeExchange(
  world: ExchangeWorld,
  mic: string,
  { connected, settings, latency }: ExchangeChange,
): Outcome<null> {
  const before = world.venues.get(mic);
  if (before === undefined) return refused('not_found', `There is no exchange ${mic}.`);
  const down = world.faults.active('exchange_down', mic, null, world.kernel.nowMs);
  if (connected === true && down !== null) {
    const issue = `cannot be true while the fault ${down.faultId} keeps ${mic} down`;
    return refused('invalid_request', `${mic} cannot be connected.`, [{ path: '/connected', issue }]);
  }
  const after: VenueSettings = { ...before, ...settings, latency: { ...before.latency, ...latency } };
  const isChanged = Object.keys(settings).length > 0 || Object.keys(latency).length > 0;
  // Orders that are sent on connecting already use the new settings; a rollback restores the old ones.
  world.venues.set(mic, after);
  try {
    world.kernel.execute((unit) => {
      if (isChanged) {
        world.exchangeSettings.set(after);
        unit.emit('exchange.changed', { exchange: mic, settings: { ...after } });
      }
      if (connected === false) world.connections.disconnect(unit, mic);
      if (connected === true) world.connections.connect(unit, mic);
    });
  } catch (error) {
    world.venues.set(mic, before);
    throw error;
  }
  return accepted(null);
}
