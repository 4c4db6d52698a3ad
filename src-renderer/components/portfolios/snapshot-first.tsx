/** Before a portfolio is deleted: offers to save the world first, because nothing else can restore the portfolio. */
import { Checkbox } from '@mantine/core';
import { formatDay } from '../format/format-time.ts';

interface SnapshotFirstProps {
  readonly isSaving: boolean;
  readonly onChange: (isSaving: boolean) => void;
}

export function SnapshotFirst({ isSaving, onChange }: SnapshotFirstProps) {
  return (
    <Checkbox
      mt="sm"
      label="Save a snapshot of the world first"
      checked={isSaving}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** An unused snapshot name. */
export function snapshotBeforeDeleting(): string {
  return `before-deleting-${formatDay(new Date().toISOString())}-${crypto.randomUUID().slice(0, 4)}`;
}

/** Undo's message after the deletion. */
export function whyNotRestored(snapshot: string | null): string {
  return snapshot === null
    ? 'A deleted portfolio cannot be brought back by Undo. Restore a snapshot that still has it, if there is one.'
    : `A deleted portfolio cannot be brought back by Undo. Restore the snapshot ${snapshot}, which still has it.`;
}
