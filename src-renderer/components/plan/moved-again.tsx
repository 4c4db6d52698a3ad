/** Asks again: why the confirmed plan is not executed unchanged, line by line, and what can be done about it. */
import { Paper, Stack } from '@mantine/core';
import type { PlanChangesWire } from '../../../src-server/contract/service/plan-changes.ts';
import { Notice } from '../feedback/notice.tsx';
import { formatTimeOfDay } from '../format/format-time.ts';
import { DifferencesTable } from './differences-table.tsx';
import { formatBeyond, formatTolerance, TOLERANCE_RULES } from './format-plan-changes.ts';

interface MovedAgainProps {
  readonly moved: PlanChangesWire;
  /** The change was found when the button was pressed, not before. */
  readonly wasPressed: boolean;
  readonly currency: string;
}

export function MovedAgain({ moved, wasPressed, currency }: MovedAgainProps) {
  const released = moved.obstacle === null && !moved.beyond_tolerance;
  return (
    <Stack component="section" gap="sm" aria-label="Why it was not executed">
      <Notice tone={wasPressed ? 'fail' : 'warn'}>
        <strong>{wasPressed ? 'Nothing was sent.' : 'This plan is out of date.'}</strong>{' '}
        {moved.obstacle ??
          (released
            ? 'The plan is no longer reserved for this request.'
            : `${formatBeyond(moved)} by ${formatTimeOfDay(moved.as_of)}.`)}
        {moved.beyond_tolerance && <div title={TOLERANCE_RULES}>{formatTolerance(moved)}</div>}
      </Notice>
      {moved.differs && moved.outcome !== 'none' && (
        <Paper>
          <DifferencesTable changes={moved} currency={currency} before="confirmed" after="if planned now" />
        </Paper>
      )}
    </Stack>
  );
}

/** Whether the plan itself can still be executed, although a plan made now would differ. */
export function canContinue({ obstacle, beyond_tolerance: isBeyond }: PlanChangesWire): boolean {
  return obstacle === null && isBeyond;
}
