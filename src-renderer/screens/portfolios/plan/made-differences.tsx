/** The plan that is to be confirmed, against what was looked at before: the same line by line, or every line that differs. */

import { Text } from '@mantine/core';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatTimeOfDay } from '../../../components/format/format-time.ts';
import classes from '../../../components/layout/panel.module.css';
import { Panel } from '../../../components/layout/panel.tsx';
import { DifferencesTable } from '../../../components/plan/differences-table.tsx';
import { formatChangeCount, formatTolerance } from '../../../components/plan/format-plan-changes.ts';
import type { MadePlan } from './use-confirmation.ts';

export function MadeDifferences({ made, currency }: { readonly made: MadePlan; readonly currency: string }) {
  const { changes, before } = made;
  const earlier = `the ${before} of ${formatTimeOfDay(changes.planned_at)}`;
  if (!changes.differs) {
    return <Notice tone="ok">Below is the plan that is executed. It is the same as {earlier}, order by order.</Notice>;
  }
  return (
    <Panel title="What differs from what you looked at" side={formatChangeCount(changes)}>
      <div className={classes.panelBody}>
        <Notice tone={changes.beyond_tolerance ? 'warn' : 'plain'}>
          Below is the plan that is executed. It differs from {earlier}
          {changes.beyond_tolerance ? ' by more than the tolerance' : ', within the tolerance'}.
          <Text component="div" c="dimmed">
            {formatTolerance(changes)}
          </Text>
        </Notice>
      </div>
      <DifferencesTable changes={changes} currency={currency} before={before} after="this plan" />
    </Panel>
  );
}
