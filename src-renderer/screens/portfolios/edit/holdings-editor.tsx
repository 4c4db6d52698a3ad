/** The positions, with exchange and quantity to be typed, and current price, value and weight. */
import { Group } from '@mantine/core';
import { formatMoney, formatWeight, plural, priceFormatter } from '../../../components/format/format-number.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { numberOf } from '../../../components/forms/number-text.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { InstrumentSearch } from '../../../components/portfolios/instrument-search.tsx';
import { type HoldingDraft, holdingDraft, type StatedLot } from '../../../components/portfolios/portfolio-draft.ts';
import { averageCost, lotsCover } from '../../../components/portfolios/position-lots.ts';
import { EditorTable, NUMBER_CELL } from './editor-table.tsx';
import type { EditedContents, ListingPrices } from './value-draft.ts';

const { NumberField, SelectField } = fieldsOf<HoldingDraft>();

export function HoldingsEditor({ contents, currency, prices, value, onChange, onRemove }: EditedContents) {
  const { holdings } = contents;
  const total = value.values.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return (
    <Panel title="Holdings" side={`${plural(holdings.length, 'position')} · ${formatMoney(total)} ${currency}`}>
      {holdings.length > 0 && (
        <EditorTable
          label="Holdings"
          columns={columnsIn(currency)}
          rows={holdings}
          formatRow={({ exchange }, symbol) => `holding ${symbol} at ${exchange}`}
          onRemove={(left) => onRemove({ holdings: left })}
        >
          {({ isin, exchange, quantity, lots }, index, symbol, instrument) => {
            const own = value.values[index] ?? null;
            return (
              <>
                <td>
                  <SelectField
                    name="exchange"
                    w={96}
                    aria-label={`Exchange of ${symbol}`}
                    data={instrument?.listings ?? [exchange]}
                  />
                </td>
                <td data-align="right">
                  <NumberField
                    {...NUMBER_CELL}
                    name="quantity"
                    w={120}
                    aria-label={`Quantity of ${symbol}`}
                    placeholder="shares"
                    grouped
                  />
                </td>
                <td data-align="right">{formatPrice(prices.get(`${isin} ${exchange}`))}</td>
                <td data-align="right">{own === null ? '…' : formatMoney(own)}</td>
                <td data-align="right">{own === null || value.nav === 0 ? '–' : formatWeight(own / value.nav)}</td>
                <td>{formatLots(numberOf(quantity), lots, currency)}</td>
              </>
            );
          }}
        </EditorTable>
      )}
      <Group gap="md" px="md" py="sm">
        <InstrumentSearch
          label="Add a holding"
          onChoose={({ isin, primary_exchange: primary }) =>
            onChange({ holdings: [...holdings, holdingDraft(isin, primary, '')] })
          }
        />
        {holdings.length === 0 && <Dimmed>None: the portfolio begins with cash only.</Dimmed>}
      </Group>
    </Panel>
  );
}

function columnsIn(currency: string) {
  return [
    { title: 'Exchange' },
    { title: 'Quantity', align: 'right' },
    { title: 'Price', align: 'right', hint: 'Mid price in the currency of the listing' },
    { title: `Value ${currency}`, align: 'right' },
    { title: 'Weight %', align: 'right' },
    { title: 'Tax lots', hint: 'How many, and what a share cost on average' },
  ] as const;
}

/** Lots that are not as many shares as the holding are not sent. */
function formatLots(quantity: number, lots: readonly StatedLot[] | undefined, currency: string) {
  if (lots === undefined || !lotsCover(quantity, lots)) return <Dimmed>one new lot at the mid</Dimmed>;
  return (
    <>
      {lots.length}{' '}
      <Dimmed>
        at {formatMoney(averageCost(lots))} {currency}
      </Dimmed>
    </>
  );
}

function formatPrice(price: ReturnType<ListingPrices['get']>) {
  if (price === undefined) return <Dimmed>…</Dimmed>;
  return (
    <>
      {priceFormatter([price.mid])(price.mid)} <Dimmed>{price.currency}</Dimmed>
    </>
  );
}
