/**
 * Trading days of exchanges: a month of all of them, and the days of one with their times. Both are stored in the
 * address.
 */

import { Button, Group, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { CalendarDay, CalendarList } from '../../../../src-server/contract/control/market/market-calendars.ts';
import { useClock } from '../../../api/clock-api.ts';
import { useCalendars } from '../../../api/market-api.ts';
import { EarlierFigures } from '../../../components/feedback/earlier-figures.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useChangeSearch } from '../../../components/format/current-search-params.ts';
import { weekday } from '../../../components/format/format-time.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ExchangeStatusNow } from '../../../components/orders/exchange-status-now.tsx';
import { ToneBadge } from '../../../components/orders/status-badge.tsx';
import tableClasses from '../../../components/tables/table.module.css';
import { type Column, fieldColumn, valueColumn } from '../../../components/tables/table-column.ts';
import { TableFrame } from '../../../components/tables/table-frame.tsx';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import classes from './calendars.module.css';

type Calendar = CalendarList['exchanges'][number];

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

export function CalendarsView() {
  const [params] = useSearchParams();
  const requested = params.get('month') ?? '';
  const month = MONTH.test(requested) ? requested : '';
  const query = useCalendars(month);
  return (
    <>
      <MonthPicker month={month || (query.data?.month ?? '')} />
      <QueryBoundary query={query} doing="Loading the calendars">
        {(list) => {
          const calendar = list.exchanges.find(({ mic }) => mic === params.get('exchange')) ?? list.exchanges[0];
          return (
            calendar !== undefined && (
              <EarlierFigures isEarlier={query.isPlaceholderData}>
                <MonthGrid list={list} chosen={calendar.mic} />
                <DaysPanel calendar={calendar} />
              </EarlierFigures>
            )
          );
        }}
      </QueryBoundary>
    </>
  );
}

/** `month` is empty until it is known. */
function MonthPicker({ month }: { readonly month: string }) {
  const change = useChangeSearch();
  const step = (by: 1 | -1) => change({ month: monthAfter(month, by) });
  return (
    <Group gap={6}>
      <Button variant="default" aria-label="Previous month" disabled={month <= '2000-01'} onClick={() => step(-1)}>
        <IconChevronLeft size={14} aria-hidden />
      </Button>
      <TextInput
        aria-label="Month"
        type="month"
        min="2000-01"
        max="2099-12"
        value={month}
        onChange={({ currentTarget: { value } }) => MONTH.test(value) && change({ month: value })}
      />
      <Button variant="default" aria-label="Next month" disabled={month >= '2099-12'} onClick={() => step(1)}>
        <IconChevronRight size={14} aria-hidden />
      </Button>
      <Button variant="default" onClick={() => change({ month: '' })}>
        This month
      </Button>
      <Dimmed>of virtual time</Dimmed>
    </Group>
  );
}

/**
 * A month of all exchanges, one row each and one column per day: trading day, half day, holiday, weekend; and the next
 * event.
 */
function MonthGrid({ list, chosen }: { readonly list: CalendarList; readonly chosen: string }) {
  const change = useChangeSearch();
  const title = `Sessions in ${list.month}`;
  return (
    <Panel title={title} side="● full day  ◐ half day  ✕ holiday">
      <TableFrame>
        <table className={`${tableClasses.table} ${classes.month}`} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Exchange</th>
              {list.exchanges[0]?.days.map(({ date }) => (
                <DayHead key={date} date={date} />
              ))}
              <th scope="col">Next session (virtual UTC)</th>
            </tr>
          </thead>
          <tbody>
            {list.exchanges.map(({ mic, open, days, next_open_at: opens, next_close_at: closes }) => (
              <tr key={mic} data-selected={mic === chosen ? '' : undefined}>
                <th scope="row">
                  <UnstyledButton aria-pressed={mic === chosen} onClick={() => change({ exchange: mic })}>
                    <ExchangeStatusNow mic={mic} open={open} />
                  </UnstyledButton>
                </th>
                {days.map((day) => (
                  <td key={day.date} data-kind={day.kind} title={describeDay(day)}>
                    <span aria-hidden>{DAY_KINDS[day.kind].mark}</span>
                    <VisuallyHidden>{describeDay(day)}</VisuallyHidden>
                  </td>
                ))}
                <Text component="td" c="dimmed">
                  {open ? `closes ${shortMoment(closes)}` : `opens ${shortMoment(opens)}`}
                </Text>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </Panel>
  );
}

function DayHead({ date }: { readonly date: string }) {
  const isToday = useClock().data?.now.slice(0, 10) === date;
  const name = weekday(Date.parse(date));
  return (
    <th scope="col" data-today={isToday ? '' : undefined} title={isToday ? 'Today' : date}>
      <span aria-hidden>{name.slice(0, 1)}</span>
      <VisuallyHidden>{name} </VisuallyHidden>
      <strong>{Number(date.slice(8))}</strong>
    </th>
  );
}

/** `Mon 03-02 16:30` */
function shortMoment(iso: string): string {
  return `${weekday(Date.parse(iso))} ${iso.slice(5, 10)} ${iso.slice(11, 16)}`;
}

/**
 * The days of one exchange: when it opens and closes, in UTC and local time, and why it does not. Weekends are omitted.
 */
function DaysPanel({ calendar: { mic, name, city, time_zone: zone, days } }: { readonly calendar: Calendar }) {
  const rows = useMemo(() => days.filter(({ kind }) => kind !== 'weekend'), [days]);
  const columns = useMemo(() => dayColumns(zone), [zone]);
  return (
    <TablePanel
      title={`${mic}: ${name}, ${city}`}
      label={`Days of ${mic}`}
      side={`local times of ${zone}`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.date}
      empty={<strong>No weekday in this month.</strong>}
    />
  );
}

function dayColumns(timeZone: string): Column<CalendarDay>[] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const hours = (id: string, unit: string, time: (iso: string) => string) => {
    const accessor = ({ open_at: opens, close_at: closes }: CalendarDay) =>
      opens === null || closes === null ? null : `${time(opens)}–${time(closes)}`;
    return valueColumn(id, 'Continuous', accessor, (text) => text, { unit, align: 'right' });
  };
  const utcTime = (iso: string) => iso.slice(11, 16);
  return [
    fieldColumn('date', 'Day', (date) => `${weekday(Date.parse(date))} ${date}`),
    {
      id: 'kind',
      header: 'Trading',
      accessor: ({ kind }) => DAY_KINDS[kind].word,
      cell: ({ kind }) => (
        <ToneBadge color={DAY_KINDS[kind].tone} mark={DAY_KINDS[kind].mark}>
          {DAY_KINDS[kind].word}
        </ToneBadge>
      ),
    },
    { id: 'name', header: 'Reason', accessor: ({ name }) => name },
    hours('utc', '(virtual UTC)', utcTime),
    hours('local', '(local)', (iso) => clock.format(new Date(iso))),
    valueColumn('auction', 'Closing auction until', (row) => row.auction_end_at, utcTime, {
      unit: '(virtual UTC)',
      align: 'right',
    }),
  ];
}

/** The kind of a day as a word and a mark, so that colour is not needed. */
const DAY_KINDS = {
  full_day: { word: 'full day', mark: '●', tone: 'ok' },
  half_day: { word: 'half day', mark: '◐', tone: 'warn' },
  holiday: { word: 'holiday', mark: '✕', tone: 'fail' },
  weekend: { word: 'weekend', mark: '', tone: 'plain' },
} as const;

/** `half day (Christmas Eve)` */
function describeDay({ kind, name }: CalendarDay): string {
  const { word: dayLabel } = DAY_KINDS[kind];
  return name === null ? dayLabel : `${dayLabel} (${name})`;
}

/** The next or previous month, `YYYY-MM`. */
function monthAfter(month: string, by: 1 | -1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
