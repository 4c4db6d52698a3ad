/** Holdings and targets side by side at current prices, and below them the sums and the buttons of the form. */

import { Button, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useClockPace } from '../../../api/clock-api.ts';
import { useRates } from '../../../api/market-api.ts';
import { depthQuery } from '../../../api/prices-api.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import { Fact } from '../../../components/layout/facts.tsx';
import type { ContentsDraft, HoldingDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { HoldingsEditor } from './holdings-editor.tsx';
import classes from './portfolio-editor.module.css';
import { TargetsEditor } from './targets-editor.tsx';
import { type DraftValue, type ListingPrice, valueDraft } from './value-draft.ts';

interface ContentsEditorProps {
  readonly contents: ContentsDraft;
  readonly currency: string;
  /** What a portfolio without targets is, in this form. */
  readonly noTargets: string;
  readonly isPending: boolean;
  readonly submitLabel: string;
  /** Why nothing can be sent now, as a sentence; null where it can. */
  readonly whyNot: string | null;
  readonly cancel: ReactNode;
  readonly onChange: (part: Partial<ContentsDraft>) => void;
  readonly onRowsMoved: () => void;
  readonly onSend: () => void;
}

export function ContentsEditor(props: ContentsEditorProps) {
  const { contents, currency, onChange, onRowsMoved } = props;
  const { prices, failed } = useListingPrices(contents.holdings);
  const rates = useEuroRates();
  const value = valueDraft(contents, currency, prices, rates.perEur);
  const unread = failed ?? rates.failed;
  const moved = (part: Partial<ContentsDraft>) => {
    onChange(part);
    onRowsMoved();
  };
  return (
    <>
      {unread?.error && (
        <ErrorNotice error={unread.error} doing="Reading the prices" onRetry={() => void unread.refetch()} />
      )}
      <div className={classes.editorColumns}>
        <HoldingsEditor
          holdings={contents.holdings}
          currency={currency}
          prices={prices}
          value={value}
          onChange={(holdings) => onChange({ holdings })}
          onRemove={(holdings) => moved({ holdings })}
        />
        <TargetsEditor
          targets={contents.targets}
          value={value}
          none={props.noTargets}
          onChange={(targets) => onChange({ targets })}
          onRemove={(targets) => moved({ targets })}
        />
      </div>
      <div className={classes.editorFooter}>
        <DraftSummary value={value} currency={currency} hasTargets={contents.targets.length > 0} />
        {props.whyNot !== null && (
          <Text span c="dimmed">
            {props.whyNot}
          </Text>
        )}
        {props.cancel}
        <Button loading={props.isPending} disabled={props.whyNot !== null} onClick={props.onSend}>
          {props.submitLabel}
        </Button>
      </div>
    </>
  );
}

/** How often prices are read again while the form is open. */
const REFRESH_MS = 15_000;

function useListingPrices(holdings: readonly HoldingDraft[]) {
  const refetchInterval = useClockPace(REFRESH_MS);
  const listings = [...new Set(holdings.map(({ isin, exchange }) => `${isin} ${exchange}`))];
  return useQueries({
    queries: listings.map((listing) => {
      const [isin = '', exchange = ''] = listing.split(' ');
      return { ...depthQuery(isin, exchange), refetchInterval };
    }),
    combine: (reads) => ({
      prices: new Map(
        reads.flatMap(({ data }): [string, ListingPrice][] =>
          data === undefined ? [] : [[`${data.isin} ${data.exchange}`, { mid: data.mid, currency: data.currency }]],
        ),
      ),
      failed: reads.find(({ data, error }) => data === undefined && error !== null),
    }),
  });
}

/** Units of each currency for one EUR. */
function useEuroRates() {
  const read = useRates();
  const { data, error } = read;
  const perEur = useMemo(() => new Map(data?.rates.map((rate) => [rate.currency, rate.per_eur])), [data]);
  return { perEur, failed: data === undefined && error !== null ? read : undefined };
}

/** The default band of the service: 5 % of the portfolio, absolute (specification 4.2). */
const BAND = 0.05;

interface DraftSummaryProps {
  readonly value: DraftValue;
  readonly currency: string;
  readonly hasTargets: boolean;
}

function DraftSummary({ value, currency, hasTargets }: DraftSummaryProps) {
  const { nav, cash, maxDrift, isComplete } = value;
  return (
    <dl className={classes.editorSummary} aria-label="What it comes to">
      <Fact label="Net asset value">
        {isComplete ? formatMoney(nav) : '…'} <small>{currency}</small>
      </Fact>
      <Fact label="Cash">
        {formatMoney(cash)}{' '}
        <small>
          {currency}
          {nav > 0 && isComplete && ` · ${formatPercent(cash / nav)}`}
        </small>
      </Fact>
      <Fact label="Max drift">
        {maxDrift === null ? <small>{hasTargets ? '…' : 'no targets'}</small> : formatPercent(maxDrift)}{' '}
        {maxDrift !== null && (
          <Text component="small" fz="xs" c={maxDrift > BAND ? 'warn' : 'ok'}>
            {maxDrift > BAND ? '▲ outside ±5 %' : 'inside ±5 %'}
          </Text>
        )}
      </Fact>
    </dl>
  );
}
