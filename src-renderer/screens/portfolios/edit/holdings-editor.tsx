/** The positions, with exchange and quantity to be typed, and current price, value and weight. */
import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatMoney, formatWeight, plural, priceFormatter } from '../../../components/format/format-number.ts';
import { FieldGroup, fieldsOf } from '../../../components/forms/fields.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { InstrumentSearch } from '../../../components/portfolios/instrument-search.tsx';
import { type HoldingDraft, holdingDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { type EditorColumn, EditorTable, InstrumentCell } from './editor-table.tsx';
import classes from './portfolio-editor.module.css';
import type { DraftValue, ListingPrices } from './value-draft.ts';

interface HoldingsEditorProps {
  readonly holdings: readonly HoldingDraft[];
  readonly currency: string;
  readonly prices: ListingPrices;
  readonly value: DraftValue;
  readonly onChange: (holdings: readonly HoldingDraft[]) => void;
  /** As onChange, where rows move and errors would stand at others. */
  readonly onRemove: (holdings: readonly HoldingDraft[]) => void;
}

export function HoldingsEditor(props: HoldingsEditorProps) {
  const { holdings, onChange } = props;
  const total = props.value.values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return (
    <Panel title="Holdings" side={`${plural(holdings.length, 'position')} · ${formatMoney(total)} ${props.currency}`}>
      {holdings.length > 0 && (
        <EditorTable label="Holdings" columns={columnsOf(props.currency)} rows={holdings}>
          {(row, index) => (
            <FieldGroup key={row.key} name={`holdings.${index}`} pointer={`/holdings/${index}`}>
              <HoldingRow {...props} row={row} index={index} />
            </FieldGroup>
          )}
        </EditorTable>
      )}
      <div className={classes.editorAdd}>
        <InstrumentSearch
          label="Add a holding"
          onChoose={({ isin, primary_exchange: primary }) => onChange([...holdings, holdingDraft(isin, primary, '')])}
        />
        {holdings.length === 0 && (
          <Text span c="dimmed">
            None: the portfolio begins with its cash alone.
          </Text>
        )}
      </div>
    </Panel>
  );
}

function columnsOf(currency: string): EditorColumn[] {
  return [
    { title: 'Instrument' },
    { title: 'Exchange' },
    { title: 'Quantity', isRight: true },
    { title: 'Price', isRight: true, hint: 'Mid price in the currency of the listing' },
    { title: `Value ${currency}`, isRight: true },
    { title: 'Weight %', isRight: true },
    { title: 'Remove', isHidden: true },
  ];
}

interface HoldingRowProps extends HoldingsEditorProps {
  readonly row: HoldingDraft;
  readonly index: number;
}

const { NumberField, SelectField } = fieldsOf<HoldingDraft>();

function HoldingRow({ row, index, holdings, prices, value, onRemove }: HoldingRowProps) {
  const instrument = useInstrumentsByIsin().get(row.isin);
  const symbol = instrument?.symbol ?? row.isin;
  const own = value.values[index] ?? null;
  return (
    <tr>
      <InstrumentCell isin={row.isin} />
      <td>
        <SelectField
          name="exchange"
          w={96}
          aria-label={`Exchange of ${symbol}`}
          data={instrument?.listings ?? [row.exchange]}
        />
      </td>
      <td data-align="right">
        <NumberField name="quantity" w={120} aria-label={`Quantity of ${symbol}`} placeholder="shares" />
      </td>
      <PriceCell price={prices.get(`${row.isin} ${row.exchange}`)} />
      <td data-align="right">{own === null ? '…' : formatMoney(own)}</td>
      <td data-align="right">{own === null || value.nav === 0 ? '–' : formatWeight(own / value.nav)}</td>
      <td data-align="right">
        <ActionIcon
          size="sm"
          aria-label={`Remove the holding ${symbol} at ${row.exchange}`}
          onClick={() => onRemove(holdings.filter((each) => each !== row))}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}

function PriceCell({ price }: { readonly price: { readonly mid: number; readonly currency: string } | undefined }) {
  if (price === undefined)
    return (
      <Text component="td" c="dimmed" data-align="right">
        …
      </Text>
    );
  return (
    <td data-align="right">
      {priceFormatter([price.mid])(price.mid)}{' '}
      <Text span c="dimmed">
        {price.currency}
      </Text>
    </td>
  );
}
