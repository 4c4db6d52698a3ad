/** Chooses which listings are watched: tick them one by one, or go back to whatever portfolios hold. */
import { Button, Checkbox, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { InstrumentRow } from '../../../api/market-api.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { plural } from '../../../components/format/format-number.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { matchesFilter } from '../../../components/tables/filter-box.tsx';
import { useWatch } from '../../../state/watch-store.ts';
import classes from './watch.module.css';

interface ChooseListingsDialogProps {
  /** What is watched now, as `ISIN:MIC`. */
  readonly shown: readonly string[];
  readonly onClose: () => void;
}

/** As many as the service quotes at once. */
const MOST_WATCHED = 500;
/** More boxes than that nobody reads; the search narrows them down. */
const MOST_DRAWN = 200;

export function ChooseListingsDialog({ shown, onClose }: ChooseListingsDialogProps) {
  const choose = useWatch((state) => state.choose);
  const done = (listings: readonly string[] | null) => {
    choose(listings);
    onClose();
  };
  const form = useServerForm({
    initial: { ticked: shown },
    send: async ({ ticked }) => ticked,
    after: done,
    readOnly: true,
  });
  const { ticked } = form.values;
  const isTooMany = ticked.length > MOST_WATCHED;
  const toggle = (listing: string) =>
    form.set({ ticked: ticked.includes(listing) ? ticked.filter((each) => each !== listing) : [...ticked, listing] });
  return (
    <FormDialog
      form={form}
      title="Choose what to watch"
      size={560}
      submitLabel="Watch these"
      outcome={`${plural(ticked.length, 'listing')}${isTooMany ? `: at most ${MOST_WATCHED}` : ''}`}
      canSend={!isTooMany}
      onClose={onClose}
    >
      <ListingBoxes ticked={new Set(ticked)} onToggle={toggle} />
      <Group gap="8px 12px">
        <Button variant="default" onClick={() => form.set({ ticked: [] })}>
          Tick none
        </Button>
        <Button variant="default" onClick={() => done(null)}>
          Watch all that portfolios hold
        </Button>
      </Group>
    </FormDialog>
  );
}

interface ListingBoxesProps {
  readonly ticked: ReadonlySet<string>;
  readonly onToggle: (listing: string) => void;
}

function ListingBoxes({ ticked, onToggle }: ListingBoxesProps) {
  const instruments = useInstrumentsByIsin();
  const [search, setSearch] = useState('');
  const listings = useMemo(() => listingsOf(instruments.values()), [instruments]);
  const found = listings.filter(({ words }) => matchesFilter(search, [words]));
  const left = found.length - MOST_DRAWN;
  return (
    <>
      <TextInput
        label="Search"
        placeholder="Symbol, name, ISIN or exchange"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <fieldset className={classes.watchBoxes} tabIndex={0}>
        <legend className={VisuallyHidden.classes.root}>Listings</legend>
        {found.slice(0, MOST_DRAWN).map(({ key, label }) => (
          <Checkbox key={key} size="xs" label={label} checked={ticked.has(key)} onChange={() => onToggle(key)} />
        ))}
        {found.length === 0 && (
          <Text span c="dimmed">
            No listing matches.
          </Text>
        )}
        {left > 0 && (
          <Text span c="dimmed">
            {left} more match: search to find them.
          </Text>
        )}
      </fieldset>
    </>
  );
}

function listingsOf(instruments: Iterable<InstrumentRow>) {
  return [...instruments]
    .sort((left, right) => left.symbol.localeCompare(right.symbol, 'en'))
    .flatMap(({ isin, symbol, name, listings }) =>
      listings.map((mic) => ({
        key: `${isin}:${mic}`,
        label: `${symbol} on ${mic} · ${name}`,
        words: `${symbol} ${mic} ${name} ${isin}`,
      })),
    );
}
