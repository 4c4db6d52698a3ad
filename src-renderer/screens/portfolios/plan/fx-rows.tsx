/** What exchange rates did to the weights, by foreign currency (decision G9); nothing when the overlay is off. */

import { Text } from '@mantine/core';
import type { RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { formatDriftBps, formatPercent } from '../../../components/format/format-number.ts';
import classes from '../../../components/plan/plan.module.css';

export function FxRows({ plan, currency }: { readonly plan: RebalancePlan; readonly currency: string }) {
  const foreign = (plan.fx_overlay ?? []).filter((row) => row.currency !== currency);
  return foreign.map((row) => (
    <Text c="dimmed" key={row.currency} className={classes.planFx}>
      {row.currency}: {formatPercent(row.weight)} of the portfolio; its exchange rate moved that by{' '}
      {formatDriftBps(row.fx_drift)} bps
    </Text>
  ));
}
