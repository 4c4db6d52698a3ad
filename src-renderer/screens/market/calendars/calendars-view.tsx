/** When exchanges trade: a month of all of them at a glance, and the days of one with their times. The address keeps both. */
import { Badge, Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { CalendarDay, CalendarList } from '../../../../src-server/contract/control/market/market-calendars.ts';
import { useClock } from '../../../api/clock-api.ts';
import { useCalendars } from '../../../api/market-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';
import { formatMoment, weekday } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { ExchangeStatusNow } from '../../../components/orders/exchange-status-now.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import tableClasses from '../../../components/tables/table.module.css';
import type { Column } from '../../../components/tables/table-column.ts';
import marketClasses from '../market.module.css';
import classes from './calendars.module.css';

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

export function CalendarsView() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('month') ?? '';
  const month = MONTH.test(asked) ? asked : '';
  const read = useCalendars(month);
  const change = (name: string, value: string) =>
    setParams(
      () => {
        const after = currentSearchParams();
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return (
    <>
      <MonthPicker month={month || (read.data?.month ?? '')} onChange={(chosen) => change('month', chosen)} />
      <QueryBoundary read={read} doing="Reading the calendars">
        {(data) => (
          <Month list={data} chosen={params.get('exchange') ?? ''} onChoose={(mic) => change('exchange', mic)} />
        )}
      </QueryBoundary>
    </>
  );
}

interface MonthProps {
  readonly list: CalendarList;
  readonly chosen: string;
  readonly onChoose: (mic: string) => void;
}

function Month({ list, chosen, onChoose }: MonthProps) {
  const calendar = list.exchanges.find(({ mic }) => mic === chosen) ?? list.exchanges[0];
  if (calendar === undefined) return null;
  return (
    <>
      <MonthGrid list={list} chosen={calendar.mic} onChoose={onChoose} />
      <DaysPanel calendar={calendar} />
    </>
  );
}

interface MonthPickerProps {
  /** Empty until it is known. */
  readonly month: string;
  readonly onChange: (month: string) => void;
}

function MonthPicker({ month, onChange }: MonthPickerProps) {
  const step = (by: 1 | -1) => onChange(monthAfter(month, by));
  return (
    <Group gap={6}>
      <Button variant="default" aria-label="The month before" disabled={month <= '2000-01'} onClick={() => step(-1)}>
        <IconChevronLeft size={14} aria-hidden />
      </Button>
      <TextInput
        aria-label="Month"
        type="month"
        min="2000-01"
        max="2099-12"
        value={month}
        onChange={(event) => MONTH.test(event.currentTarget.value) && onChange(event.currentTarget.value)}
      />
      <Button variant="default" aria-label="The month after" disabled={month >= '2099-12'} onClick={() => step(1)}>
        <IconChevronRight size={14} aria-hidden />
      </Button>
      <Button variant="default" onClick={() => onChange('')}>
        This month
      </Button>
      <Text span c="dimmed">
        of virtual time
      </Text>
    </Group>
  );
}

interface MonthGridProps {
  readonly list: CalendarList;
  readonly chosen: string;
  readonly onChoose: (mic: string) => void;
}

/** A month of every exchange, a row each and a column a day: traded, half a day, holiday, weekend; and what comes next. */
function MonthGrid({ list, chosen, onChoose }: MonthGridProps) {
  const days = list.exchanges[0]?.days ?? [];
  const today = useClock().data?.now.slice(0, 10);
  return (
    <Panel title={`Sessions in ${list.month}`} side="● full day  ◐ half day  ✕ holiday">
      <div className={tableClasses.tableFrame}>
        <table className={`${tableClasses.table} ${classes.monthGrid}`} aria-label={`Sessions in ${list.month}`}>
          <thead>
            <tr>
              <th scope="col">Exchange</th>
              {days.map((day) => (
                <DayHead key={day.date} date={day.date} isToday={day.date === today} />
              ))}
              <th scope="col">Next (virtual UTC)</th>
            </tr>
          </thead>
          <tbody>
            {list.exchanges.map((exchange) => (
              <tr key={exchange.mic} data-selected={exchange.mic === chosen ? '' : undefined}>
                <th scope="row">
                  <button type="button" aria-pressed={exchange.mic === chosen} onClick={() => onChoose(exchange.mic)}>
                    <ExchangeStatusNow mic={exchange.mic} open={exchange.open} />
                  </button>
                </th>
                {exchange.days.map((day) => (
                  <DayCell key={day.date} day={day} />
                ))}
                <Text component="td" c="dimmed">
                  {formatNext(exchange)}
                </Text>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function DayHead({ date, isToday }: { readonly date: string; readonly isToday: boolean }) {
  return (
    <th scope="col" data-today={isToday ? '' : undefined} title={isToday ? 'Today' : date}>
      <span aria-hidden>{weekday(Date.parse(date)).slice(0, 1)}</span>
      <VisuallyHidden>{weekday(Date.parse(date))} </VisuallyHidden>
      <strong>{Number(date.slice(8))}</strong>
    </th>
  );
}

function DayCell({ day }: { readonly day: CalendarDay }) {
  return (
    <td data-kind={day.kind} title={describeDay(day)}>
      <span aria-hidden>{DAY_KINDS[day.kind].mark}</span>
      <VisuallyHidden>{describeDay(day)}</VisuallyHidden>
    </td>
  );
}

function formatNext({ open, next_open_at: opens, next_close_at: closes }: CalendarList['exchanges'][number]): string {
  return open ? `closes ${shortMoment(closes)}` : `opens ${shortMoment(opens)}`;
}

/** `Mon 03-02 16:30` */
function shortMoment(iso: string): string {
  return `${formatMoment(iso).slice(0, 3)} ${iso.slice(5, 10)} ${iso.slice(11, 16)}`;
}

const TONES: Readonly<Record<CalendarDay['kind'], string>> = {
  full_day: 'ok',
  half_day: 'warn',
  holiday: 'fail',
  weekend: 'plain',
};

/** The days of one exchange: when it opens and closes, in UTC and where it is, and why it does not. Weekends are left out. */
function DaysPanel({ calendar }: { readonly calendar: CalendarList['exchanges'][number] }) {
  const { mic, name, city, time_zone: zone, days } = calendar;
  const rows = useMemo(() => days.filter(({ kind }) => kind !== 'weekend'), [days]);
  const columns = useMemo(() => dayColumns(zone), [zone]);
  return (
    <Panel
      title={`${mic}: ${name}, ${city}`}
      side={
        <span className={marketClasses.marketSide}>
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

/** What a day is in a word and in a mark, so that colour says nothing alone. */
const DAY_KINDS: Readonly<Record<CalendarDay['kind'], { readonly word: string; readonly mark: string }>> = {
  full_day: { word: 'full day', mark: '●' },
  half_day: { word: 'half day', mark: '◐' },
  holiday: { word: 'holiday', mark: '✕' },
  weekend: { word: 'weekend', mark: '' },
};

/** `half day (Christmas Eve)` */
function describeDay({ kind, name }: CalendarDay): string {
  const { word } = DAY_KINDS[kind];
  return name === null ? word : `${word} (${name})`;
}

/** The month before or after, `YYYY-MM`. */
function monthAfter(month: string, by: 1 | -1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The time of day of an instant in a zone: `09:00`. */
function localTime(iso: string, timeZone: string): string {
  return writer(timeZone).format(new Date(iso));
}

const WRITERS = new Map<string, Intl.DateTimeFormat>();

function writer(timeZone: string): Intl.DateTimeFormat {
  const known = WRITERS.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  WRITERS.set(timeZone, made);
  return made;
}
