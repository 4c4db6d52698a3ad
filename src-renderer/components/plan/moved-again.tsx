/** Asks again: why the confirmed plan was not executed, line by line, and what can be done about it. */
import { Stack } from '@mantine/core';
import type { PlanChanges } from '../../../src-server/contract/service/plan-changes.ts';
import { Notice } from '../feedback/notice.tsx';
import { formatTimeOfDay } from '../format/format-time.ts';
import { DifferencesTable } from './differences-table.tsx';
import { formatChangeCount, formatTolerance } from './format-plan-changes.ts';

export function MovedAgain({ moved, currency }: { readonly moved: PlanChanges; readonly currency: string }) {
  const released = moved.obstacle === null && !moved.beyond_tolerance;
  return (
    <Stack component="section" gap="sm" aria-label="Why it was not executed">
      <Notice tone="fail">
        <strong>Nothing was sent.</strong>{' '}
        {moved.obstacle ??
          (released
            ? 'The plan is no longer reserved for this request.'
            : `${formatChangeCount(moved)} by ${formatTimeOfDay(moved.as_of)}, beyond the tolerance.`)}
        {moved.beyond_tolerance && <div>{formatTolerance(moved)}</div>}
      </Notice>
      {moved.differs && moved.outcome !== 'none' && (
        <DifferencesTable changes={moved} currency={currency} before="confirmed" after="as it would be now" />
      )}
    </Stack>
  );
}

/** Whether the plan itself can still be executed, although it is not what it would be now. */
export function canContinue({ obstacle, beyond_tolerance: isBeyond }: PlanChanges): boolean {
  return obstacle === null && isBeyond;
}
