/** If an execution waits for something the user can change, this names it, and offers the button that helps. */

import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { ExchangeList } from '../../../../src-server/contract/control/market/exchange-control.ts';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { RebalanceB } from '../../../../src-server/contract/service/form-b.ts';
import { ApiError } from '../../../api/api-error.ts';
import { advanceClock, useClock } from '../../../api/clock-api.ts';
import { useFaults } from '../../../api/faults-api.ts';
import { useExchanges } from '../../../api/market-api.ts';
import { ClockPausedNotice } from '../../../components/feedback/clock-paused-notice.tsx';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { plural } from '../../../components/format/format-number.ts';
import { formatLength, formatMoment } from '../../../components/format/format-time.ts';
import { isRunning } from '../../../components/format/virtual-now.ts';
import classes from '../../../components/layout/dialog.module.css';
import { DialogFrame } from '../../../components/layout/dialog-frame.tsx';
import { isUnderWay } from '../../../components/orders/is-under-way.ts';
import { exchangeOutlooks } from '../../../components/plan/exchange-outlook.ts';
import { paths } from '../../../paths.ts';
import { useAwaitedAdvance, WAITS } from '../../../state/awaited-advance-store.ts';
import { isOpenOrder } from './failure-groups.ts';

/** From this rate on an execution is over before the user would want to shorten it. */
const QUICK_RATE = 600;

export function StallNotice({ rebalance }: { readonly rebalance: RebalanceB }) {
  const clock = useClock().data;
  const exchanges = useExchanges().data?.exchanges ?? [];
  const advance = useAction({ doing: 'Advancing the clock', run: advanceClock });
  if (!isUnderWay(rebalance) || clock === undefined || clock.status === 'advancing') return null;
  const untilFinal = <RunUntilFinal rebalanceId={rebalance.rebalance_id} />;
  const opening = nextOpening(rebalance, exchanges);
  if (opening !== null) {
    const buttons = (
      <>
        <Button variant="default" loading={advance.isPending} onClick={() => advance.mutate({ to: opening.at })}>
          Advance to the opening
        </Button>
        {untilFinal}
      </>
    );
    return (
      <Notice tone="warn" side={buttons}>
        <strong>{opening.closed.join(', ')} closed.</strong> No order is filled before {formatMoment(opening.at)}{' '}
        (virtual UTC), in {formatLength(Date.parse(opening.at) - Date.parse(clock.now))}.
      </Notice>
    );
  }
  if (!isRunning(clock)) {
    return (
      <ClockPausedNotice clock={clock} step={{ by: '5m', label: 'Advance 5 min' }} primary={untilFinal}>
        Fills arrive in virtual time, so none arrive until the clock moves.
      </ClockPausedNotice>
    );
  }
  if (clock.rate >= QUICK_RATE) return null;
  return (
    <Notice tone="live" side={untilFinal}>
      Fills arrive in virtual time, which runs at {clock.rate}×.
    </Notice>
  );
}

/**
 * Buys that the cash of a simulated settlement does not cover yet, and a button that advances to their next attempt.
 */
export function WaitingBuysNotice({ view: { held_buys: waiting } }: { readonly view: RebalanceView }) {
  const advance = useAction({ doing: 'Advancing the clock', run: advanceClock });
  const next = waiting.map(({ until }) => until).sort()[0];
  if (next === undefined) return null;
  return (
    <Notice
      tone="live"
      side={
        <Button variant="default" loading={advance.isPending} onClick={() => advance.mutate({ to: next })}>
          Advance to the next attempt
        </Button>
      }
    >
      <strong>{plural(waiting.length, 'buy waits', 'buys wait')} for settlement.</strong> The cash for it settles too
      late for the current trade date. The order is tried again with a later trade date at {formatMoment(next)} (virtual
      UTC).
    </Notice>
  );
}

/** The exchanges of open orders if all of them are closed, and when the first opens; null if one of them is open. */
function nextOpening(rebalance: RebalanceB, exchanges: ExchangeList['exchanges']) {
  const waiting = new Set(rebalance.orders.filter(isOpenOrder).map((order) => order.exchange));
  const involved = exchanges.filter((exchange) => waiting.has(exchange.mic));
  if (involved.length === 0 || involved.some((exchange) => exchange.open)) return null;
  const at = involved.map((exchange) => exchange.next_open_at).sort()[0];
  return at === undefined ? null : { closed: involved.map((exchange) => exchange.mic), at };
}

/** The current causes of delay for the open orders of a rebalance: disconnected exchanges and active faults there. */
export function TroubleNotice({ rebalance }: { readonly rebalance: RebalanceB }) {
  const exchanges = useExchanges();
  const faults = useFaults();
  if (!isUnderWay(rebalance)) return null;
  if (exchanges.isLoadingError) return <ErrorNotice error={exchanges.error} doing="Loading the exchanges" />;
  if (faults.isLoadingError) return <ErrorNotice error={faults.error} doing="Loading the faults" />;
  if (exchanges.data === undefined || faults.data === undefined) return null;
  const open = rebalance.orders.filter(isOpenOrder);
  // Closed exchanges are shown elsewhere, with the button that advances to their opening.
  const troubled = exchangeOutlooks(open, exchanges.data.exchanges, faults.data.faults)
    .map(({ outlooks, ...rest }) => ({ ...rest, troubles: outlooks.filter(({ about }) => about !== 'hours') }))
    .filter(({ troubles }) => troubles.length > 0);
  if (troubled.length === 0) return null;
  return (
    <Notice tone="warn" side={<Link to={paths.exchanges}>Exchanges and faults</Link>}>
      <strong>Open orders are blocked.</strong>
      <ul>
        {troubled.map(({ mic, orders, troubles }) => (
          <li key={mic}>
            <strong>{mic}</strong>, {plural(orders.length, 'open order')}:{' '}
            {troubles.map(({ text, faultId }) => (
              <Fragment key={text}>
                {text}{' '}
                {faultId !== null && (
                  <Link to={paths.marketFault(faultId)} style={{ whiteSpace: 'nowrap' }}>
                    See the fault
                  </Link>
                )}{' '}
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/**
 * Runs the virtual clock until a rebalance is complete or failed, for at most the chosen time. If it can never become
 * final, a dialog shows the obstacles instead.
 */
function RunUntilFinal({ rebalanceId }: { readonly rebalanceId: string }) {
  const { await: awaitAdvance, wait, choose } = useAwaitedAdvance();
  const [obstacles, setObstacles] = useState<readonly string[] | null>(null);
  const advance = useAction({
    doing: 'Running the clock',
    run: () => advanceClock({ until: { rebalance: rebalanceId }, within: wait.within }).catch(asObstacles),
    after: (result) => {
      if ('obstacles' in result) setObstacles(result.obstacles);
      else awaitAdvance(result.progress?.to ?? null);
    },
  });
  return (
    <>
      <Button.Group>
        <Button loading={advance.isPending} onClick={() => advance.mutate(undefined)}>
          Run until it is final
        </Button>
        <Menu position="bottom-end" transitionProps={{ duration: 100 }} returnFocus>
          <Menu.Target>
            <Button
              variant="default"
              rightSection={<IconChevronDown size={12} aria-hidden />}
              aria-label={`at most ${wait.words} of virtual time; choose another limit`}
              title="Longest virtual time to wait"
            >
              at most {wait.words}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {WAITS.map((each) => (
              <Menu.Item key={each.within} onClick={() => choose(each)}>
                At most {each.words}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      {obstacles !== null && <NeverFinal obstacles={obstacles} onClose={() => setObstacles(null)} />}
    </>
  );
}

/** The service refuses to wait for a rebalance that can never become final, with a sentence for each obstacle. */
function asObstacles(error: unknown): { readonly obstacles: readonly string[] } {
  const details = error instanceof ApiError && error.status === 400 ? error.details : [];
  const obstacles = details.filter(({ path }) => path === '/until/rebalance').map(({ issue }) => issue);
  if (obstacles.length === 0) throw error;
  return { obstacles };
}

/** Explains why a rebalance never becomes final by itself, and links to where that can be changed. */
function NeverFinal({ obstacles, onClose }: { readonly obstacles: readonly string[]; readonly onClose: () => void }) {
  return (
    <DialogFrame title="This rebalance will not become final by itself" size={560} closeLabel="Close" onClose={onClose}>
      <div className={classes.dialogText}>
        <p>The clock was not advanced, because waiting would not help:</p>
        <ul>
          {obstacles.map((obstacle) => (
            <li key={obstacle}>{obstacle}</li>
          ))}
        </ul>
        <p>End the fault, connect the exchange, or cancel the open orders. You can still advance the clock.</p>
      </div>
      <div className={classes.dialogFoot}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Close
        </Button>
        <Button component={Link} to={paths.exchanges}>
          Go to exchanges and faults
        </Button>
      </div>
    </DialogFrame>
  );
}
