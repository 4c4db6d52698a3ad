/** A month of every exchange, a row each and a column a day: traded, half a day, holiday, weekend; and what comes next. */

import { Text, VisuallyHidden } from '@mantine/core';
import type { CalendarDay, CalendarList } from '../../../../src-server/contract/control/market/market-calendars.ts';
import { useClock } from '../../../api/clock-api.ts';
import { formatMoment, weekday } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { ExchangeStatusNow } from '../../../components/orders/exchange-status-now.tsx';
import tableClasses from '../../../components/tables/table.module.css';
import classes from './calendars.module.css';
import { DAY_KINDS, describeDay } from './format-calendar.ts';

interface MonthGridProps {
  readonly list: CalendarList;
  readonly chosen: string;
  readonly onChoose: (mic: string) => void;
}

export function MonthGrid({ list, chosen, onChoose }: MonthGridProps) {
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
