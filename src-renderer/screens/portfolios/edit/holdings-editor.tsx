/** The positions, with fields for exchange, quantity, cost and date, and their current price, value and weight. */

import { Button, Group } from '@mantine/core';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { formatMoney, formatWeight, plural, priceFormatter } from '../../../components/format/format-number.ts';
import { formatDay } from '../../../components/format/format-time.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { fieldBounds, numberOf } from '../../../components/forms/number-text.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { InstrumentSearch } from '../../../components/portfolios/instrument-search.tsx';
import { type HoldingDraft, holdingDraft, withTypedLot } from '../../../components/portfolios/portfolio-draft.ts';
import { averageCost, lotsCover } from '../../../components/portfolios/position-lots.ts';
import { EditorTable, NUMBER_CELL } from './editor-table.tsx';
import { type DraftValue, type EditedContents, figureText, type ListingPrices } from './value-draft.ts';

const { NumberField, SelectField, InstantField } = fieldsOf<HoldingDraft>();

const QUANTITY_CELL = { ...NUMBER_CELL, w: 120, ...fieldBounds(BOUNDS.quantity), grouped: true } as const;

export function HoldingsEditor({ contents, currency, prices, value, onChange, onRemove }: EditedContents) {
  const { holdings } = contents;
  return (
    <Panel title="Holdings" side={`${plural(holdings.length, 'position')} · ${investedText(value)} ${currency}`}>
      {holdings.length > 0 && (
        <EditorTable
          label="Holdings"
          columns={columnsIn(currency)}
          rows={holdings}
          formatRow={({ exchange }, symbol) => `holding ${symbol} at ${exchange}`}
          onRemove={(left) => onRemove({ holdings: left })}
        >
          {(holding, index, symbol, instrument) => {
            const { isin, exchange } = holding;
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
                    {...QUANTITY_CELL}
                    name="quantity"
                    required
                    aria-label={`Quantity of ${symbol}`}
                    placeholder="shares"
                  />
                </td>
                <td data-align="right">{formatPrice(prices.get(`${isin} ${exchange}`))}</td>
                <td data-align="right">{own === null ? '…' : figureText(own, formatMoney)}</td>
                <td data-align="right">{own === null ? '–' : figureText(own / value.nav, formatWeight)}</td>
                <LotCells
                  {...{ holding, symbol }}
                  onType={(typed) => onChange({ holdings: holdings.map((each) => (each === holding ? typed : each)) })}
                />
              </>
            );
          }}
        </EditorTable>
      )}
      <Group gap="md" px="md" py="sm">
        <InstrumentSearch
          label="Add a holding"
          next={(symbol) => `Quantity of ${symbol}`}
          onChoose={({ isin, primary_exchange: primary }) =>
            onChange({ holdings: [...holdings, holdingDraft(isin, primary, '')] })
          }
        />
        {holdings.length === 0 && <Dimmed>None. The portfolio starts with cash only.</Dimmed>}
      </Group>
    </Panel>
  );
}

function investedText({ values }: DraftValue): string {
  const invested = values.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return figureText(invested, formatMoney);
}

function columnsIn(currency: string) {
  return [
    { title: 'Exchange' },
    { title: 'Quantity', align: 'right' },
    { title: 'Price', align: 'right', hint: 'Mid price in the currency of the listing' },
    { title: `Value ${currency}`, align: 'right' },
    { title: 'Weight %', align: 'right' },
    {
      title: `Unit cost ${currency}`,
      align: 'right',
      hint: 'Cost per share, including charges. Empty: the current mid.',
    },
    { title: 'Acquired', hint: 'Purchase date in UTC. Empty: now' },
  ] as const;
}

interface LotCellsProps {
  readonly holding: HoldingDraft;
  readonly symbol: string;
  readonly onType: (holding: HoldingDraft) => void;
}

/** The lots of a holding, or fields for its single one. Lots that do not add up to the holding are not sent. */
function LotCells({ holding, symbol, onType }: LotCellsProps) {
  const { lots } = holding;
  if (lots !== undefined && lotsCover(numberOf(holding.quantity), lots)) {
    const [only, ...others] = lots;
    return (
      <>
        <td data-align="right" title="Average of the tax lots">
          {formatMoney(averageCost(lots))}
        </td>
        <td>
          {only !== undefined && others.length === 0 ? formatDay(only.acquired_at) : plural(lots.length, 'tax lot')}{' '}
          {only !== undefined && others.length === 0 && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Change cost and date of ${symbol}`}
              onClick={() => onType(withTypedLot(holding, only))}
            >
              Change
            </Button>
          )}
        </td>
      </>
    );
  }
  return (
    <>
      <td data-align="right">
        <NumberField
          {...NUMBER_CELL}
          name="cost"
          pointer="/lots/0/unit_cost"
          w={116}
          aria-label={`Cost per share of ${symbol}`}
          placeholder="today’s price"
          {...fieldBounds(BOUNDS.quantity)}
          grouped
        />
      </td>
      <td>
        <InstantField
          name="acquired"
          pointer="/lots/0/acquired_at"
          w={168}
          size="xs"
          aria-label={`Date on which ${symbol} was acquired`}
          placeholder="now"
        />
      </td>
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
