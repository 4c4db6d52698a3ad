/** "New instrument…": a custom one of this world, with its price, its volatility, its exchanges and their costs. */

import { useNavigate } from 'react-router';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { addInstruments, useExchanges } from '../../../api/market-api.ts';
import { TRADING_CURRENCIES } from '../../../components/forms/currency-choice.tsx';
import { FieldGroup, fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import classes from '../../../components/forms/market-forms.module.css';
import { fieldBounds, PERCENT_FIELD } from '../../../components/forms/number-text.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { paths } from '../../../paths.ts';
import { type InstrumentDraft, instrumentBody, NEW_INSTRUMENT } from './instrument-draft.ts';

const { ManyField, NumberField, SelectField, TextField } = fieldsOf<InstrumentDraft>();

const TYPES = [
  { value: 'share', label: 'Share' },
  { value: 'etf', label: 'ETF' },
  { value: 'etc', label: 'ETC' },
];

export function InstrumentDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const form = useServerForm({
    initial: NEW_INSTRUMENT,
    send: (draft) => addInstruments([instrumentBody(draft)]),
    done: ({ instruments }) => `${instruments[0]?.name ?? 'The instrument'} was added to this world.`,
    after: ({ instruments: [added] }) =>
      added === undefined ? onClose() : navigate(paths.listing(added.isin, added.primary_exchange)),
  });
  return (
    <FormDialog
      form={form}
      title="New instrument"
      size={720}
      submitLabel="Add instrument"
      outcome="It trades like any other instrument until the world is reset."
      onClose={onClose}
    >
      <FieldGroup pointer="/instruments/0">
        <IdentityFields />
        <PriceFields />
        <TradingFields />
      </FieldGroup>
    </FormDialog>
  );
}

function IdentityFields() {
  return (
    <fieldset className={classes.marketFieldset} data-columns="3">
      <legend>Identity</legend>
      <TextField name="name" label="Name" description="Empty: its ISIN" data-autofocus />
      <TextField name="isin" label="ISIN" description="Twelve characters, including the check digit" />
      <TextField name="symbol" label="Symbol" description="Empty: its ISIN" />
      <SelectField name="type" label="Type" description="Determines transaction taxes" data={TYPES} />
      <TextField name="sector" label="Sector" description="Instruments of a sector move together" />
    </fieldset>
  );
}

function PriceFields() {
  return (
    <fieldset className={classes.marketFieldset} data-columns="3">
      <legend>Its price</legend>
      <NumberField
        name="reference_price"
        required
        label="Price on 2 March 2026"
        description="Starting point of the simulated prices"
        {...fieldBounds(BOUNDS.price)}
      />
      <SelectField
        name="currency"
        label="Currency"
        description="Currency of this price"
        data={[...TRADING_CURRENCIES]}
      />
      <NumberField
        name="annual_volatility"
        required
        label="Annual volatility (%)"
        unit="%"
        description="Annual volatility of returns, up to 200 %"
        {...fieldBounds(BOUNDS.annualVolatility, PERCENT_FIELD)}
      />
      <NumberField
        name="market_beta"
        required
        label="Market beta"
        description="−3 to 3; 0: independent of the market"
        {...fieldBounds(BOUNDS.marketBeta)}
      />
    </fieldset>
  );
}

function TradingFields() {
  const exchanges = useExchanges().data?.exchanges ?? [];
  return (
    <fieldset className={classes.marketFieldset} data-columns="3">
      <legend>Listings and trading costs</legend>
      <ManyField
        name="listings"
        label="Exchanges"
        description="The first one is the primary exchange"
        data={exchanges.map(({ mic, name }) => ({ value: mic, label: `${mic} · ${name}` }))}
        searchable
      />
      <NumberField
        name="spread_bps"
        required
        label="Spread (bps)"
        unit="bps"
        description="Usual difference between bid and ask"
        {...fieldBounds(BOUNDS.spreadBps)}
      />
      <NumberField
        name="average_daily_volume"
        required
        label="Shares per day"
        description="At the primary exchange"
        step={100_000}
        {...fieldBounds(BOUNDS.dailyVolume)}
      />
    </fieldset>
  );
}
