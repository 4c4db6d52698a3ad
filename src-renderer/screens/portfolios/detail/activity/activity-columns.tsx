/** The columns of the table of activity. */

import { Text } from '@mantine/core';
import type { ActivityEntry } from '../../../../../src-server/contract/control/portfolios/activity.ts';
import {
  formatMoney,
  priceFormatter,
  quantityFormatter,
  signedMoney,
} from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { Dimmed } from '../../../../components/layout/dimmed.tsx';
import { type InstrumentsByIsin, symbolOf } from '../../../../components/orders/order-columns.tsx';
import { SideBadge } from '../../../../components/orders/side-badge.tsx';
import { InstrumentSymbol } from '../../../../components/paper/instrument-symbol.tsx';
import { RowLink } from '../../../../components/tables/row-link.tsx';
import { type Column, fieldColumn, numberColumn, VIRTUAL_UTC } from '../../../../components/tables/table-column.ts';
import { paths } from '../../../../paths.ts';
import { costSplit, detailsOf } from './activity-details.ts';
import { happeningOf } from './activity-labels.ts';
import { chargesOf, costsInPrice } from './running-cash.ts';

const FILLS_COLUMN: Column<ActivityEntry> = {
  id: 'fills',
  header: 'Fills',
  align: 'right',
  hint: 'Number of fills of the order. Open the row to see each.',
  accessor: (entry) => entry.fills,
};

/** `running`: the cash after entries for which the service has none. */
export function activityColumns(
  entries: readonly ActivityEntry[],
  unit: string,
  instruments: InstrumentsByIsin,
  running: ReadonlyMap<number, number> = new Map(),
): Column<ActivityEntry>[] {
  const quantity = quantityFormatter(entries.flatMap((entry) => entry.quantity ?? []));
  const price = priceFormatter(entries.flatMap((entry) => entry.price ?? []));
  const details = (entry: ActivityEntry) => detailsOf(entry, unit, instruments);
  return [
    fieldColumn('at', 'Time', formatInstant, VIRTUAL_UTC),
    {
      id: 'what',
      header: 'Activity',
      overflow: 'wrap',
      accessor: happeningOf,
      cell: (entry) => <Happening entry={entry} details={details(entry)} />,
      copy: (entry) => [happeningOf(entry), details(entry)].filter((text) => text !== null).join(': '),
    },
    {
      id: 'instrument',
      header: 'Instrument',
      accessor: ({ isin }) => (isin === null ? null : symbolOf(isin, instruments)),
      cell: ({ isin }) => isin !== null && <InstrumentSymbol isin={isin} symbol={symbolOf(isin, instruments)} />,
    },
    { id: 'exchange', header: 'Exchange', accessor: (entry) => entry.exchange },
    FILLS_COLUMN,
    numberColumn('quantity', 'Quantity', (entry) => entry.quantity, quantity),
    numberColumn('price', 'Price', (entry) => entry.price, price, {
      hint: 'In the currency of the listing. The average, if there are several fills.',
    }),
    { id: 'currency', header: 'Ccy', accessor: (entry) => entry.price_currency },
    numberColumn('amount', 'Amount', (entry) => entry.amount, signedMoney, {
      unit,
      hint: 'Change of the cash. For a trade, including commission, FX and tax.',
    }),
    ...costColumns(unit),
    numberColumn('cash', 'Cash after', ({ seq, cash }) => cash ?? running.get(seq) ?? null, formatMoney, {
      unit,
      hint: 'Cash of the row below plus the amount. Dimmed: fills of several orders alternate, so the figure assumes that the orders were filled one after another.',
      cell: (entry) => cashAfter(entry, running.get(entry.seq)),
    }),
    {
      id: 'link',
      header: 'Belongs to',
      isScreenOnly: true,
      accessor: linkText,
      cell: (entry) => <Links entry={entry} />,
    },
  ];
}

function costColumns(unit: string): readonly Column<ActivityEntry>[] {
  return [
    numberColumn('charges', 'Charges', chargesOf, formatMoney, {
      unit,
      hint: 'Commission, FX and transaction tax, included in the amount. Hover over a figure to see its parts.',
      cell: (entry) => costCell(chargesOf(entry), costSplit(entry, unit)),
    }),
    numberColumn('in-price', 'Spread and impact', costsInPrice, formatMoney, {
      unit,
      isScreenOnly: true,
      hint: 'Spread and market impact, which are part of the price: they are not charged in addition.',
      cell: (entry) => costCell(costsInPrice(entry), costSplit(entry, unit)),
    }),
  ];
}

function costCell(cost: number | null, parts: string | undefined) {
  return cost === null ? '–' : <span title={parts}>{formatMoney(cost)}</span>;
}

function cashAfter({ cash, order_id: order }: ActivityEntry, running: number | undefined) {
  if (cash !== null) return formatMoney(cash);
  if (running !== undefined) return <Dimmed title={ALTERNATING}>{formatMoney(running)}</Dimmed>;
  return order === null ? '–' : <Dimmed title={ALTERNATING}>by fill</Dimmed>;
}

const ALTERNATING = 'Fills of other orders were made in between. Open the row to see the cash after each fill.';

interface HappeningProps {
  readonly entry: ActivityEntry;
  readonly details: string | null;
}

function Happening({ entry, details }: HappeningProps) {
  const { what, reason } = entry;
  if (what === 'buy' || what === 'sell') return <SideBadge side={what} />;
  return (
    <>
      <Text component="span" fz="inherit" c={reason === null || entry.dividend !== null ? 'inherit' : 'warn'}>
        {happeningOf(entry)}
      </Text>
      {details !== null && <Dimmed> {details}</Dimmed>}
    </>
  );
}

/** The copied text of the links. */
function linkText(entry: ActivityEntry): string | null {
  return entry.rebalance_id ?? entry.source_id;
}

function Links({ entry }: { readonly entry: ActivityEntry }) {
  const { rebalance_id: rebalance, order_id: order, mifid_record_id: record } = entry;
  if (rebalance === null) return null;
  return (
    <>
      <RowLink to={order === null ? paths.rebalance(rebalance) : paths.rebalance(rebalance, { order })}>
        Rebalance
      </RowLink>
      {record !== null && (
        <>
          {' · '}
          <RowLink to={paths.record(record)}>Record</RowLink>
        </>
      )}
    </>
  );
}
