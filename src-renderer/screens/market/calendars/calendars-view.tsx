/** When exchanges trade: a month of all of them at a glance, and the days of one with their times. The address keeps both. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { CalendarList } from '../../../../src-server/contract/control/market/market-calendars.ts';
import { useCalendars } from '../../../api/market-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';
import { DaysPanel } from './days-panel.tsx';
import { monthAfter } from './format-calendar.ts';
import { MonthGrid } from './month-grid.tsx';

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
