/** The calendar of the market: past and scheduled corporate actions and dividends, and the form for new ones. */
import { Button, SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useClock } from '../../../api/clock-api.ts';
import { useCorporateActions, useInstrumentsByIsin, useMarketDividends } from '../../../api/market-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAddressChoice } from '../../../components/format/use-address-choice.ts';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';
import { calendarColumns } from './calendar-columns.tsx';
import { calendarOf } from './calendar-rows.ts';
import { CorporateActionDialog } from './corporate-action-dialog.tsx';

const PERIODS = [
  { value: 'coming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
] as const;
const ISIN_ELSEWHERE = ['isin'];
const PAST_LEFT_OUT = ['isin', 'cancel'];

export function CorporateActionsView() {
  const now = useClock().data?.now ?? '';
  const dividends = useMarketDividends();
  const scheduling = useAddressDialog('schedule');
  return (
    <>
      <DividendsOff />
      <QueryBoundary query={useCorporateActions()} doing="Loading the corporate actions">
        {({ corporate_actions: actions }) => (
          <QueryBoundary query={dividends} doing="Loading the dividends">
            {(data) => <CalendarPanel {...calendarOf(actions, data.dividends, now)} onSchedule={scheduling.open} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
      {scheduling.isOpen && <CorporateActionDialog onClose={scheduling.close} />}
    </>
  );
}

function DividendsOff() {
  if (useSession().data?.dividends !== 'off') return null;
  return (
    <Notice>
      <strong>This world has no simulated dividends.</strong> <Link to={paths.newWorld}>Create a world</Link> with
      dividends on, or schedule a cash dividend here.
    </Notice>
  );
}

interface CalendarPanelProps extends ReturnType<typeof calendarOf> {
  readonly onSchedule: () => void;
}

function CalendarPanel({ coming, past, onSchedule }: CalendarPanelProps) {
  const instruments = useInstrumentsByIsin();
  const [period, setPeriod] = useAddressChoice('when', ['coming', 'past']);
  const columns = useMemo(() => calendarColumns(instruments), [instruments]);
  const isPast = period === 'past';
  return (
    <TablePanel
      title={isPast ? 'Past corporate actions and dividends' : 'Upcoming corporate actions and dividends'}
      side={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Period shown"
            data={[...PERIODS]}
            value={period}
            onChange={setPeriod}
          />
          <Button size="xs" variant="default" onClick={onSchedule}>
            Schedule a corporate action…
          </Button>
        </>
      }
      columns={columns}
      leftOut={isPast ? PAST_LEFT_OUT : ISIN_ELSEWHERE}
      rows={isPast ? past : coming}
      rowKey={({ key }) => key}
      empty={isPast ? NO_PAST_ACTIONS : NO_UPCOMING_ACTIONS}
    />
  );
}

const NO_UPCOMING_ACTIONS = (
  <>
    <strong>No corporate actions are scheduled.</strong>
    “Schedule a corporate action…” adds a dividend, a split, an ISIN change or a delisting.
  </>
);

const NO_PAST_ACTIONS = (
  <>
    <strong>Nothing has happened yet.</strong>
    Corporate actions that were applied, paid or cancelled appear here.
  </>
);
