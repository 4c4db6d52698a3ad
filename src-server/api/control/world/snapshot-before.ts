/** Saves the world before its clock is advanced, and remembers under which name (decision J13). */

import type { SnapshotService } from '../../../engine/snapshot-service.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';

const DAY_MS = 86_400_000;
/** Saving a world of this size takes less than a step of the clock seems to. */
const QUICK_BYTES = 33_554_432;

/** The snapshot from before the latest advance of each clock, and where that began. */
const latestSnapshots = new WeakMap<TimeDriver, { readonly fromMs: number; readonly name: string }>();

interface SnapshotDependencies {
  readonly driver: TimeDriver;
  readonly snapshots: Pick<SnapshotService, 'saveBefore'>;
}

/**
 * Saves a snapshot where an advance may go to `toMs` and none is under way, and returns its name. `null`: it is not `wanted`
 * before an advance so short, or snapshots that somebody asked for leave no room.
 */
export async function saveSnapshotBefore(
  { driver, snapshots }: SnapshotDependencies,
  toMs: number,
  wanted: boolean | 'always',
): Promise<string | null> {
  const { nowMs, progress } = driver.status();
  const isLong = toMs - nowMs > DAY_MS;
  if (progress !== null || wanted === false || (!isLong && wanted !== 'always')) return null;
  return (await snapshots.saveBefore(isLong ? Number.POSITIVE_INFINITY : QUICK_BYTES))?.name ?? null;
}

/** To be called when an advance has begun. */
export function rememberBefore(driver: TimeDriver, name: string | null): void {
  const { progress } = driver.status();
  if (progress !== null && name !== null) latestSnapshots.set(driver, { fromMs: progress.fromMs, name });
}

/** The snapshot from before the advance that began at `fromMs`. */
export function snapshotBefore(driver: TimeDriver, fromMs: number): string | null {
  const latest = latestSnapshots.get(driver);
  return latest?.fromMs === fromMs ? latest.name : null;
}
