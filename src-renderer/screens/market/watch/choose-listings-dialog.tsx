/** Chooses the listings to watch: tick them one by one, or reset to those that portfolios hold. */
import { Button, Checkbox, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type InstrumentRow, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { matchesFilter } from '../../../components/filters/filter-box.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { sortedBySymbol } from '../../../components/forms/instrument-select.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { useWatch } from '../../../state/watch-store.ts';
import classes from './watch.module.css';

interface ChooseListingsDialogProps {
  /** The listings watched now, as `ISIN:MIC`. */
  readonly shown: readonly string[];
  readonly onClose: () => void;
}

/** As many as the service quotes at once. */
const MAX_WATCHED = 500;
/** Nobody reads more checkboxes than that; the search narrows them down. */
const MAX_DRAWN = 200;

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
  });
  const { ticked } = form.values;
  const isTooMany = ticked.length > MAX_WATCHED;
  const toggle = (listing: string) =>
    form.set({ ticked: ticked.includes(listing) ? ticked.filter((each) => each !== listing) : [...ticked, listing] });
  return (
    <FormDialog
      form={form}
      title="Choose what to watch"
      size={560}
      submitLabel="Save watch list"
      outcome={`${plural(ticked.length, 'listing')}${isTooMany ? `; at most ${MAX_WATCHED}` : ''}`}
      canSend={!isTooMany}
      onClose={onClose}
    >
      <ListingBoxes ticked={new Set(ticked)} onToggle={toggle} />
      <Group gap="8px 12px">
        <Button variant="default" onClick={() => form.set({ ticked: [] })}>
          Clear all
        </Button>
        <Button variant="default" onClick={() => done(null)}>
          Watch all holdings
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
  const listings = useMemo(() => sortedBySymbol(instruments.values()).flatMap(listingsOf), [instruments]);
  const found = listings.filter(({ words: searchText }) => matchesFilter(search, [searchText]));
  const left = found.length - MAX_DRAWN;
  return (
    <>
      <TextInput
        label="Search"
        placeholder="Symbol, name, ISIN or exchange"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <fieldset className={classes.boxes} tabIndex={0}>
        <legend className={VisuallyHidden.classes.root}>Listings</legend>
        {found.slice(0, MAX_DRAWN).map(({ key, label }) => (
          <Checkbox key={key} size="xs" label={label} checked={ticked.has(key)} onChange={() => onToggle(key)} />
        ))}
        {found.length === 0 && <Dimmed>No listing matches.</Dimmed>}
        {left > 0 && <Dimmed>{left} more match: search to find them.</Dimmed>}
      </fieldset>
    </>
  );
}

function listingsOf({ isin, symbol, name, listings }: InstrumentRow) {
  return listings.map((mic) => ({
    key: `${isin}:${mic}`,
    label: `${symbol} on ${mic} · ${name}`,
    words: `${symbol} ${mic} ${name} ${isin}`,
  }));
}
