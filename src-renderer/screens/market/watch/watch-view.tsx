/** The watch list: many listings at a glance. Owns which of them are read and shown; a row opens its chart. */
import { Button, Group } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { QuoteList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { type QuoteRow, useQuotes, type Watched } from '../../../api/prices-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { FilterBox, matchesFilter, useFilter } from '../../../components/filters/filter-box.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';
import { useWatch } from '../../../state/watch-store.ts';
import { ChooseListingsDialog } from './choose-listings-dialog.tsx';
import classes from './watch.module.css';
import { watchColumns } from './watch-columns.tsx';

const ADDRESS = { path: paths.watch, filters: {} };
/** The page of an instrument has these, too. */
const SPARE = ['name', 'volume'];
/** Label of the table. */
const SCREEN = 'Watch list';

export function WatchView() {
  const watched = useWatchedListings();
  const quotes = useQuotes(watched);
  const choosing = useAddressDialog('choose-listings');
  return (
    <>
      <Group gap="8px 12px">
        <FilterBox table={SCREEN} label="Filter the watch list" />
        <Button variant="default" onClick={choosing.open}>
          Choose listings…
        </Button>
        <Dimmed>
          {watched.listings === null ? 'Every instrument that a portfolio holds.' : 'The listings you chose.'}
        </Dimmed>
      </Group>
      <QueryBoundary query={quotes} doing="Loading the watch list">
        {(data) => <Quotes list={data} onChoose={choosing.open} />}
      </QueryBoundary>
      {choosing.isOpen && quotes.data !== undefined && (
        <ChooseListingsDialog shown={quotes.data.quotes.map(listingKey)} onClose={choosing.close} />
      )}
    </>
  );
}

const BY_SYMBOL = { column: 'symbol', descending: false };

function Quotes({ list, onChoose }: { readonly list: QuoteList; readonly onChoose: () => void }) {
  const instruments = useInstrumentsByIsin();
  const navigate = useNavigate();
  const filter = useFilter(SCREEN);
  const columns = useMemo(() => watchColumns(instruments, list.quotes), [instruments, list.quotes]);
  const rows = list.quotes.filter(({ isin, exchange, currency }) => {
    const { symbol = '', name = '' } = instruments.get(isin) ?? {};
    return matchesFilter(filter, [isin, exchange, currency, symbol, name]);
  });
  return (
    <div className={classes.quotes}>
      <TablePanel
        title={plural(rows.length, 'listing')}
        label={SCREEN}
        spare={SPARE}
        address={ADDRESS}
        hasFilter={false}
        side={list.at !== '' && `as of ${formatInstant(list.at)} virtual UTC`}
        columns={columns}
        rows={rows}
        rowKey={listingKey}
        initialSort={BY_SYMBOL}
        onOpen={({ isin, exchange }) => navigate(paths.listing(isin, exchange))}
        bulk={(selected, clear) => <StopWatching all={list.quotes} selected={selected} clear={clear} />}
        empty={list.quotes.length === 0 ? <NothingWatched onChoose={onChoose} /> : <strong>No listing matches.</strong>}
      >
        {list.left_out > 0 && (
          <Notice tone="warn">
            Portfolios hold {list.left_out} more listings than this list can show. Choose the ones to watch.
          </Notice>
        )}
      </TablePanel>
    </div>
  );
}

interface StopWatchingProps {
  readonly all: readonly QuoteRow[];
  readonly selected: readonly QuoteRow[];
  readonly clear: () => void;
}

function StopWatching({ all, selected, clear }: StopWatchingProps) {
  const choose = useWatch((state) => state.choose);
  const stop = async () => {
    const before = useWatch.getState().chosen;
    choose(all.filter((row) => !selected.includes(row)).map(listingKey));
    return before;
  };
  return (
    <ActionButton
      variant="default"
      leftSection={<IconEyeOff size={14} aria-hidden />}
      action={{
        doing: 'Changing the watch list',
        run: stop,
        done: () => `${plural(selected.length, 'listing is', 'listings are')} no longer watched.`,
        undo: (before) => ({
          doing: 'Restoring the listings',
          run: async () => choose(before),
          undone: 'The watch list is restored.',
        }),
        after: clear,
      }}
    >
      Stop watching
    </ActionButton>
  );
}

function NothingWatched({ onChoose }: { readonly onChoose: () => void }) {
  const isOwn = useWatch((state) => state.chosen !== null);
  return (
    <>
      <strong>{isOwn ? 'The watch list is empty.' : 'No portfolio holds anything yet.'}</strong>
      You can watch every listing of this world, held or not.
      <NextStep onClick={onChoose}>Choose what to watch…</NextStep>
    </>
  );
}

function listingKey({ isin, exchange }: Pick<QuoteRow, 'isin' | 'exchange'>): string {
  return `${isin}:${exchange}`;
}

/**
 * The listings to read: the chosen ones that this world has, since the choice outlives a world; null: all that
 * portfolios hold.
 */
function useWatchedListings(): Watched {
  const instruments = useInstrumentsByIsin();
  const chosen = useWatch((state) => state.chosen);
  return useMemo(() => {
    const isListed = (listing: string) => {
      const [isin = '', mic = ''] = listing.split(':');
      return instruments.get(isin)?.listings.includes(mic) ?? false;
    };
    return { listings: chosen?.filter(isListed) ?? null, isKnown: chosen === null || instruments.size > 0 };
  }, [chosen, instruments]);
}
