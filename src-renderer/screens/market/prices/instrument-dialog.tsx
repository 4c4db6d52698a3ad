/** "New instrument…": one that this world has for itself, with its price, how it moves, where it trades and what that costs. */
import { useNavigate } from 'react-router';
import { addInstruments, useExchanges } from '../../../api/market-api.ts';
import { TRADING_CURRENCIES } from '../../../components/forms/currency-choice.tsx';
import { FieldGroup, fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import classes from '../../../components/forms/market-forms.module.css';
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
      submitLabel="Add it"
      outcome="It is traded like all others, until the world is reset."
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
      <legend>What it is</legend>
      <TextField name="name" label="Name" description="Empty: its ISIN" data-autofocus />
      <TextField name="isin" label="ISIN" description="Twelve, with the check digit" />
      <TextField name="symbol" label="Symbol" description="Empty: its ISIN" />
      <SelectField name="type" label="Type" description="For taxes of buyers" data={TYPES} />
      <TextField name="sector" label="Sector" description="Those of one sector move together" />
    </fieldset>
  );
}

function PriceFields() {
  return (
    <fieldset className={classes.marketFieldset} data-columns="3">
      <legend>Its price</legend>
      <NumberField
        name="reference_price"
        label="Price on 2 March 2026"
        description="Six decimals; prices move from there"
      />
      <SelectField name="currency" label="Currency" description="Of that price" data={[...TRADING_CURRENCIES]} />
      <NumberField
        name="annual_volatility"
        label="Volatility a year (%)"
        unit="%"
        description="Of its returns, up to 200"
      />
      <NumberField name="market_beta" label="Market beta" description="−3 to 3; 0: by itself" />
    </fieldset>
  );
}

function TradingFields() {
  const exchanges = useExchanges().data?.exchanges ?? [];
  return (
    <fieldset className={classes.marketFieldset} data-columns="3">
      <legend>Where it trades, and what that costs</legend>
      <ManyField
        name="listings"
        label="Exchanges"
        description="The first is the primary one"
        data={exchanges.map(({ mic, name }) => ({ value: mic, label: `${mic} · ${name}` }))}
        searchable
      />
      <NumberField name="spread_bps" label="Spread (bps)" unit="bps" description="Usual distance of bid and ask" />
      <NumberField
        name="average_daily_volume"
        label="Shares a day"
        description="At the primary exchange"
        step={100_000}
      />
    </fieldset>
  );
}
