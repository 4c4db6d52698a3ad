/** The world as it was after an event: the event itself, portfolios, holdings, rebalances; what the event changed stands out. */
import { type HistorySource, useWorldThen } from '../../../api/timeline-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { EventPanel } from './event-panel.tsx';
import { HoldingsAtEvent } from './holdings-at-event.tsx';
import { PortfoliosAtEvent } from './portfolios-at-event.tsx';
import { RebalancesAtEvent } from './rebalances-at-event.tsx';
import classes from './timeline.module.css';
import type { TimelinePlace } from './use-timeline-place.ts';
import { changesBetween } from './world-changes.ts';

interface WorldThenViewProps {
  readonly past: HistorySource;
  readonly event: number;
  readonly place: TimelinePlace;
}

export function WorldAtEvent({ past, event, place }: WorldThenViewProps) {
  const read = useWorldThen(past, event, place.portfolio);
  const shownOf = read.data?.holdings_of ?? null;
  const before = useWorldThen(past, event - 1, shownOf, read.data?.after === event).data;
  return (
    <div className={classes.pastThen} aria-busy={read.data?.after !== event}>
      <QueryBoundary read={read} doing="Reading the world as it was">
        {(then) => {
          // While the one before is not there yet nothing is said to have changed.
          const isPair = before?.after === then.after - 1 && before.holdings_of === then.holdings_of;
          const changes = changesBetween(isPair ? before : then, then);
          return (
            <>
              <EventPanel then={then} />
              <PortfoliosAtEvent then={then} changes={changes} onShow={place.showPortfolio} />
              {then.holdings_of !== null && <HoldingsAtEvent then={then} changes={changes} />}
              <RebalancesAtEvent then={then} changes={changes} />
            </>
          );
        }}
      </QueryBoundary>
    </div>
  );
}
