/** What has moved since a plan was made, beside the plan, which stands still: nothing, little, or more than is tolerated. */
import { Button, Paper, Text } from '@mantine/core';
import type { PlanChanges } from '../../../src-server/contract/service/plan-changes.ts';
import { Notice } from '../feedback/notice.tsx';
import { formatTimeOfDay } from '../format/format-time.ts';
import explanationClasses from '../orders/explanation.module.css';
import { DifferencesTable } from './differences-table.tsx';
import { formatChangeCount, formatTolerance } from './format-plan-changes.ts';
import classes from './plan.module.css';

interface SinceNoticeProps {
  readonly changes: PlanChanges | undefined;
  readonly currency: string;
  /** "this dry run" */
  readonly what: string;
  /** Works it out anew; null where that is offered elsewhere. */
  readonly onAnew: (() => void) | null;
}

export function SinceNotice({ changes, currency, what, onAnew }: SinceNoticeProps) {
  if (changes === undefined || (!changes.differs && changes.obstacle === null)) return null;
  const { beyond_tolerance: isBeyond, obstacle } = changes;
  const madeAt = formatTimeOfDay(changes.planned_at);
  const anew = onAnew !== null && (
    <Button variant="default" size="xs" onClick={onAnew}>
      Refresh the plan
    </Button>
  );
  return (
    <>
      <Notice tone={isBeyond || obstacle !== null ? 'warn' : 'plain'} side={anew}>
        {obstacle !== null && <strong>It could not be executed now. {obstacle} </strong>}
        {changes.differs &&
          `${formatChangeCount(changes)} since ${what} of ${madeAt}, ${formatBeyondTolerance(changes)}.`}
      </Notice>
      {changes.differs && changes.outcome !== 'none' && (
        <Paper component="details" className={explanationClasses.skippedRows}>
          <summary>What has moved, order by order</summary>
          <Text c="dimmed" className={classes.planTolerance}>
            {formatTolerance(changes)}
          </Text>
          <DifferencesTable changes={changes} currency={currency} before={what} after="as it would be now" />
        </Paper>
      )}
    </>
  );
}

function formatBeyondTolerance({ beyond_tolerance: isBeyond, orders }: PlanChanges): string {
  if (!isBeyond) return 'within the tolerance';
  const count = orders.filter((order) => order.beyond_tolerance).length;
  return count === 0 ? 'in cost beyond the tolerance' : `${count} beyond the tolerance`;
}
