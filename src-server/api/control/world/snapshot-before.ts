/** Keeps the world before its clock jumps further than a day, and remembers under which name (decision J13). */
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import type { Service } from '../../http/service.ts';

const DAY_MS = 86_400_000;

/** The snapshot from before the latest advance of each clock, and where that began. */
const kept = new WeakMap<TimeDriver, { readonly fromMs: number; readonly name: string }>();

/**
 * The name of a new snapshot, where an advance may go to `toMs` and none is under way; `null` where there is none: for a
 * shorter way, and where snapshots that somebody asked for leave no room.
 */
export async function keepBefore({ driver, keeper }: Pick<Service, 'driver' | 'keeper'>, toMs: number) {
  const { nowMs, progress } = driver.status();
  if (progress !== null || toMs - nowMs <= DAY_MS) return null;
  return (await keeper.saveBefore())?.name ?? null;
}

/** To be called when an advance has begun. */
export function rememberBefore(driver: TimeDriver, name: string | null): void {
  const { progress } = driver.status();
  if (progress !== null && name !== null) kept.set(driver, { fromMs: progress.fromMs, name });
}

/** The snapshot from before the advance that began at `fromMs`. */
export function snapshotBefore(driver: TimeDriver, fromMs: number): string | null {
  const latest = kept.get(driver);
  return latest?.fromMs === fromMs ? latest.name : null;
}
