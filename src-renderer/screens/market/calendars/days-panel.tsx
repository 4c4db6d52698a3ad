/** The days of one exchange: when it opens and closes, in UTC and where it is, and why it does not. Weekends are left out. */

import { Badge } from '@mantine/core';
import { useMemo } from 'react';
import type { CalendarDay, CalendarList } from '../../../../src-server/contract/control/market/market-calendars.ts';
import { weekday } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import classes from '../market.module.css';
import { DAY_KINDS, localTime } from './format-calendar.ts';

const TONES: Readonly<Record<CalendarDay['kind'], string>> = {
  full_day: 'ok',
  half_day: 'warn',
  holiday: 'fail',
  weekend: 'plain',
};

export function DaysPanel({ calendar }: { readonly calendar: CalendarList['exchanges'][number] }) {
  const { mic, name, city, time_zone: zone, days } = calendar;
  const rows = useMemo(() => days.filter(({ kind }) => kind !== 'weekend'), [days]);
  const columns = useMemo(() => dayColumns(zone), [zone]);
  return (
    <Panel
      title={`${mic}: ${name}, ${city}`}
      side={
        <span className={classes.marketSide}>
          local times of {zone}
          <CopyTableButton rows={rows} columns={columns} />
        </span>
      }
    >
      <DataTable
        label={`Days of ${mic}`}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.date}
        empty={<strong>No weekday in this month.</strong>}
      />
    </Panel>
  );
}

function dayColumns(zone: string): Column<CalendarDay>[] {
  return [
    {
      id: 'date',
      header: 'Day',
      accessor: ({ date }) => date,
      cell: ({ date }) => `${weekday(Date.parse(date))} ${date}`,
    },
    {
      id: 'kind',
      header: 'Trading',
      accessor: ({ kind }) => DAY_KINDS[kind].word,
      cell: ({ kind }) => (
        <Badge color={TONES[kind]}>
          <span aria-hidden>{DAY_KINDS[kind].mark}</span>
          {DAY_KINDS[kind].word}
        </Badge>
      ),
    },
    { id: 'name', header: 'Why', accessor: ({ name }) => name, cell: ({ name }) => name ?? '' },
    span('utc', 'Continuous', '(virtual UTC)', (iso) => iso.slice(11, 16)),
    span('local', 'Continuous', '(local)', (iso) => localTime(iso, zone)),
    {
      id: 'auction',
      header: 'Closing auction until',
      unit: '(virtual UTC)',
      align: 'right',
      accessor: (row) => row.auction_end_at,
      cell: (row) => row.auction_end_at?.slice(11, 16) ?? '–',
    },
  ];
}

function span(id: string, header: string, unit: string, time: (iso: string) => string): Column<CalendarDay> {
  const words = ({ open_at: opens, close_at: closes }: CalendarDay) =>
    opens === null || closes === null ? null : `${time(opens)}–${time(closes)}`;
  return { id, header, unit, align: 'right', accessor: words, cell: (row) => words(row) ?? '–' };
}
