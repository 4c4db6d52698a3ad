/** Chooses the listing that is looked at: an instrument, and one of the exchanges that list it. */
import { NativeSelect, Text } from '@mantine/core';
import type { InstrumentRow } from '../../../api/market-api.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { InstrumentSelect } from '../../../components/forms/instrument-select.tsx';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import classes from '../market.module.css';

interface ListingPickerProps {
  readonly instrument: InstrumentRow;
  readonly exchange: string;
  readonly onChange: (listing: { isin: string; exchange: string }) => void;
}

export function ListingPicker({ instrument, exchange, onChange }: ListingPickerProps) {
  const instruments = useInstrumentsByIsin();
  // The exchange stays where it lists the other instrument too.
  const choose = (isin: string) => {
    const chosen = instruments.get(isin);
    if (chosen === undefined) return;
    onChange({ isin, exchange: chosen.listings.includes(exchange) ? exchange : chosen.primary_exchange });
  };
  return (
    <div className={classes.listingPicker}>
      <InstrumentSelect label="Instrument" value={instrument.isin} onChange={choose} />
      <NativeSelect
        label="Exchange"
        data={instrument.listings}
        value={exchange}
        onChange={(event) => onChange({ isin: instrument.isin, exchange: event.currentTarget.value })}
      />
      <Text span c="dimmed" className={classes.listingFacts}>
        <CopyText text={instrument.isin} what="the ISIN" /> {instrument.type}, {instrument.sector}
      </Text>
    </div>
  );
}
