/**
 * Saves the world before its clock is advanced, so that users can go back (decision J13): under a reserved name, and
 * only a few at a time. Such snapshots take no room from those that users request.
 */
import { AUTOMATIC_PREFIX } from '../../contract/control/world/automatic-prefix.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { SnapshotFacts } from '../../engine/snapshot-service.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** Only the latest are stored; older ones are removed. */
const MAX_AUTOMATIC = 10;
/** Number of digits of the event log's head, which distinguishes worlds of one instant. */
const HEAD_SHOWN = 6;

export function isAutomatic({ name }: Pick<SnapshotFacts, 'name'>): boolean {
  return name.startsWith(AUTOMATIC_PREFIX);
}

/** `auto-2026-03-02T09.30.00.000Z-3fa9c1`: some systems do not allow colons in file names. */
export function automaticName(nowMs: number, head: string): string {
  return `${AUTOMATIC_PREFIX}${formatInstant(nowMs).replaceAll(':', '.')}-${head.slice(0, HEAD_SHOWN)}`;
}

/** `save` writes it under its name. `null` where the requested snapshots leave no room for it. */
export async function saveAutomatic(
  snapshots: SnapshotStore,
  name: string,
  save: () => Outcome<SnapshotFacts> | Promise<Outcome<SnapshotFacts>>,
): Promise<SnapshotFacts | null> {
  const older = () =>
    snapshots
      .list()
      .filter((each) => isAutomatic(each) && each.name !== name)
      .sort((one, other) => other.savedMs - one.savedMs);
  for (const each of older().slice(MAX_AUTOMATIC - 1)) snapshots.remove(each.name);
  for (;;) {
    const saved = await save();
    if (saved.ok) return saved.value;
    const oldest = older().at(-1);
    if (oldest === undefined) return null;
    snapshots.remove(oldest.name);
  }
}
