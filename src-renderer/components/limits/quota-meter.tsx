/** The share of the month's quota that an account has used: a bar, the numbers, and a word when nothing is left. */
import { Group } from '@mantine/core';
import type { AccountView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { formatCount } from '../format/format-number.ts';
import { formatInstant } from '../format/format-time.ts';
import { Dimmed } from '../layout/dimmed.tsx';
import { Toned } from '../layout/toned.tsx';
import { type Column, VIRTUAL_UTC, valueColumn } from '../tables/table-column.ts';
import classes from './accounts.module.css';
import { formatLimit } from './limit-text.ts';

function QuotaMeter({ quota }: { readonly quota: AccountView['quota'] }) {
  const { limit, used, remaining } = quota;
  const isUsedUp = remaining === 0;
  return (
    <Group component="span" display="inline-flex" gap="sm" wrap="nowrap" style={{ verticalAlign: 'middle' }}>
      <span className={classes.quotaMeterBar} data-endless={limit === 'unlimited' ? '' : undefined} aria-hidden>
        {typeof limit === 'number' && (used > 0 || isUsedUp) && (
          <span data-used-up={isUsedUp ? '' : undefined} style={{ width: `${shareOf(used, limit) * 100}%` }} />
        )}
      </span>
      <span>
        {formatCount(used)} <Dimmed>{formatOfLimit(limit)}</Dimmed>
      </span>
      {isUsedUp && <Toned tone="fail">■ used up</Toned>}
    </Group>
  );
}

function formatOfLimit(limit: AccountView['quota']['limit']): string {
  return limit === 'unlimited' ? '· unlimited' : `of ${formatLimit(limit)}`;
}

export const QUOTA_COLUMNS: readonly Column<AccountView>[] = [
  {
    id: 'used',
    header: 'Rebalances this month',
    hint: 'Accepted one-step rebalances plus plans made for approval, excluding dry runs, in the current month of virtual time (UTC)',
    accessor: (row) => row.quota.used,
    copy: ({ quota: { used, limit } }) => `${formatCount(used)} ${formatOfLimit(limit)}`,
    cell: (row) => <QuotaMeter quota={row.quota} />,
  },
  valueColumn(
    'resets_at',
    'Renews',
    (row) => row.quota.resets_at,
    (at) => formatInstant(at).slice(0, 16),
    VIRTUAL_UTC,
  ),
];

/** At most 1; a limit of 0 counts as used up. */
function shareOf(used: number, limit: number): number {
  return limit === 0 ? 1 : Math.min(1, used / limit);
}
