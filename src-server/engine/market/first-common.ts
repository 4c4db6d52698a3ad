/** When a world would see all prices of files that are not loaded. */
import { allShownMs, type FirstPrice } from '../../market/prices/first-shown.ts';
import type { World } from '../world.ts';

/** `prices`: the first of every listing and rate. -∞ without any. */
export function firstCommonMs({ calendars }: Pick<World, 'calendars'>, prices: readonly FirstPrice[]): number {
  return allShownMs(calendars, prices);
}
