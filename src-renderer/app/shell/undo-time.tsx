/** Takes time back: a list of the latest advances with what each undoes, and a confirmation before one is undone. */
import { Button, Stack, Text } from '@mantine/core';
import { restoreSnapshot, useSnapshots } from '../../api/world-api.ts';
import { formatEpoch } from '../../components/format/format-time.ts';
import { useVirtualNow } from '../../components/format/virtual-now.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { RepeatedIds } from '../../components/webhooks/repeated-ids.tsx';
import { useIsLost } from '../../state/connection-store.ts';
import classes from './app-shell.module.css';
import { formatGoal, type UndoLevel, undoLevels } from './undo-levels.ts';

export function UndoTime({ onChoose }: { readonly onChoose: (level: UndoLevel) => void }) {
  const nowMs = useVirtualNow() ?? 0;
  const snapshots = useSnapshots().data?.snapshots;
  const isLost = useIsLost();
  if (snapshots === undefined) return null;
  const levels = undoLevels(snapshots, nowMs);
  return (
    <Stack gap="xs" pt="sm" className={classes.advanceGoals}>
      <Text component="h2" fz="sm" fw={500} id="undo-time">
        Rewind
      </Text>
      {levels.length === 0 ? (
        <Dimmed>Nothing to undo yet. You can undo the latest ten clock advances here.</Dimmed>
      ) : (
        <ul aria-labelledby="undo-time" className={classes.undoLevels}>
          {levels.map((level) => (
            <li key={level.snapshot}>
              <Button
                size="compact-sm"
                variant="default"
                fullWidth
                justify="flex-start"
                h="auto"
                py={3}
                classNames={{ label: classes.undoLevel }}
                disabled={isLost}
                onClick={() => onChoose(level)}
              >
                <span>{formatGoal(level)}</span>
                <Dimmed>{level.takesBack}</Dimmed>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

/** Asks first, because what is undone cannot be restored. */
export function TakeBackDialog({ level, onClose }: { readonly level: UndoLevel; readonly onClose: () => void }) {
  const goal = `${formatEpoch(level.atMs)} UTC`;
  return (
    <ConfirmDialog
      title={`Rewind to ${goal}?`}
      confirm="Yes, rewind"
      keep="Keep the world as it is"
      action={{
        doing: 'Rewinding the world',
        run: () => restoreSnapshot(level.snapshot),
        done: () => `The world is restored; its clock is at ${goal}.`,
        after: onClose,
      }}
      onClose={onClose}
    >
      <p>
        This restores the world to its state before that advance and undoes {level.takesBack}. All other changes since
        then are undone, too, including webhook deliveries and the requests that sinks received. The request journal and
        all snapshots are kept.
      </p>
      <RepeatedIds />
    </ConfirmDialog>
  );
}
