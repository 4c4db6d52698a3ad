/** Saves a snapshot before the clock is advanced, and remembers its name (decision J13). */

import type { SnapshotService } from '../../../engine/snapshot-service.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';

const DAY_MS = 86_400_000;
/** Saving a world up to this size takes less time than users perceive for a step of the clock. */
const QUICK_BYTES = 33_554_432;

/** The snapshot from before the latest advance of each clock, and the start of that advance. */
const latestSnapshots = new WeakMap<TimeDriver, { readonly fromMs: number; readonly name: string }>();

interface SnapshotDependencies {
  readonly driver: TimeDriver;
  readonly snapshots: Pick<SnapshotService, 'saveBefore'>;
}

/**
 * Saves a snapshot if an advance may reach `toMs` and none is in progress, and returns its name. `null`: the snapshot
 * is not `wanted` before such a short advance, or snapshots of users leave no room.
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

/** Must be called when an advance has begun. */
export function rememberBefore(driver: TimeDriver, name: string | null): void {
  const { progress } = driver.status();
  if (progress !== null && name !== null) latestSnapshots.set(driver, { fromMs: progress.fromMs, name });
}

/** Returns the snapshot from before the advance that began at `fromMs`. */
export function snapshotBefore(driver: TimeDriver, fromMs: number): string | null {
  const latest = latestSnapshots.get(driver);
  return latest?.fromMs === fromMs ? latest.name : null;
}
