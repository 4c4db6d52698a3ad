/**
 * Actual results compared with the estimate: prices, slippage and costs of the filled part, in total, for each order
 * and for each kind of cost.
 */

import { useMemo } from 'react';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatCostParts } from '../../../components/format/cost-parts.ts';
import {
  formatMoney,
  formatWeight,
  priceFormatter,
  signedCostBps,
  signedMoney,
} from '../../../components/format/format-number.ts';
import { roundTo } from '../../../components/format/rounded-parts.ts';
import { SignedFigure } from '../../../components/format/signed-figure.tsx';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import type { InstrumentsByIsin } from '../../../components/orders/order-columns.tsx';
import { saleTaxOf } from '../../../components/orders/sale-taxes.ts';
import { useIsPrinted } from '../../../components/paper/use-is-printed.ts';
import tableClasses from '../../../components/tables/table.module.css';
import { type Column, drawnNumberColumn, numberColumn, PERCENT } from '../../../components/tables/table-column.ts';
import { TableFrame } from '../../../components/tables/table-frame.tsx';
import { PlainHead } from '../../../components/tables/table-head.tsx';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import {
  type OrderResult,
  orderResult,
  plannedOrders,
  shownCosts,
  shownSlippage,
  type TotalResult,
  totalResult,
} from './execution-result.ts';
import { ofOrderColumns } from './orders-and-fills.tsx';
import classes from './rebalance.module.css';

const SLIPPAGE =
  'Average fill price relative to the mid at planning. Positive: bought above or sold below that mid. It is the sum of three parts: the half-spread and market impact expected by the plan, the amount paid beyond them (negative if less), and the market move since the plan. The first two are part of the actual cost, the third is not.';
const UNEXPECTED =
  'Half-spread and market impact paid, minus those expected by the plan. Positive: the fills cost more. Part of the actual cost.';
const MARKET =
  'Slippage caused by the move of the mid between the plan and the fills. Positive: the market moved against the order. Not part of any cost.';
const ACTUAL =
  'Commission, half-spread, market impact, FX and transaction tax of the fills, each relative to the mid at its time. The market move since the plan is not included.';

/** Columns that are hidden first in a narrow window: other columns or the figures above show most of them. */
const SPARE = ['estimated-tax', 'tax-difference', 'currency', 'market-move', 'expected', 'estimated-price'];

interface ResultPanelProps {
  readonly view: RebalanceView;
  /** On paper, the slippage and its parts are included. */
  readonly isPrintedInFull: boolean;
}

/** Nothing before the first fill. */
export function ResultPanel({ view, isPrintedInFull }: ResultPanelProps) {
  const currency = view.portfolio_currency;
  const instruments = useInstrumentsByIsin();
  const results = useMemo(() => plannedOrders(view).flatMap((order) => orderResult(order) ?? []), [view]);
  const columns = useMemo(
    () => [
      ...resultColumns(results, { currency, isPrintedInFull }, instruments),
      ...(hasTax(view) ? taxColumns(view) : []),
    ],
    [results, view, currency, isPrintedInFull, instruments],
  );
  const total = totalResult(results);
  if (total === null) return null;
  return (
    <TablePanel
      title="Actual against estimate"
      columns={columns}
      rows={results}
      rowKey={({ order }) => order.order_id}
      spare={SPARE}
      empty={<strong>Nothing was filled.</strong>}
    >
      <TotalFacts {...{ total, currency, isPrintedInFull }} />
    </TablePanel>
  );
}

interface TotalFactsProps extends Pick<ResultPanelProps, 'isPrintedInFull'> {
  readonly total: TotalResult;
  readonly currency: string;
}

function TotalFacts({ total, currency, isPrintedInFull }: TotalFactsProps) {
  const difference = shownDifference(total);
  const slippage = shownSlippage(total);
  const hasSlippage = !useIsPrinted() || isPrintedInFull;
  return (
    <Facts>
      <Fact label={`Filled value ${currency}`}>{formatMoney(total.filledValue)}</Fact>
      {hasSlippage && (
        <Fact label="Slippage">
          <ExplainTooltip formula={SLIPPAGE}>{signedCostBps(slippage.total)} bps</ExplainTooltip>{' '}
          <small>
            expected {signedCostBps(slippage.expected)}, beyond expected {signedCostBps(slippage.unexpected)}, market
            move {signedCostBps(slippage.market)}
          </small>
        </Fact>
      )}
      <Fact label={`Estimated cost ${currency}`}>{formatMoney(total.estimated.total)}</Fact>
      <Fact label={`Actual cost ${currency}`}>
        <ExplainTooltip formula={ACTUAL}>{formatMoney(total.actual.total)}</ExplainTooltip>
      </Fact>
      <Fact label={`Difference ${currency}`}>
        <SignedFigure value={difference} format={signedMoney} isLessBetter />{' '}
        <small>{signedCostBps(total.actual.total_bps - total.estimated.total_bps)} bps of the portfolio</small>
      </Fact>
    </Facts>
  );
}

/** The difference of the two costs as displayed. */
function shownDifference({ actual, estimated }: Pick<TotalResult, 'actual' | 'estimated'>): number {
  return shownCosts(actual).total - shownCosts(estimated).total;
}

function resultColumns(
  results: readonly OrderResult[],
  { currency, isPrintedInFull }: Pick<TotalFactsProps, 'currency' | 'isPrintedInFull'>,
  instruments: InstrumentsByIsin,
): Column<OrderResult>[] {
  return [
    { id: 'sequence', header: '#', align: 'right', accessor: ({ order }) => order.sequence },
    ...ofOrderColumns<OrderResult>(instruments),
    numberColumn('filled', 'Filled', ({ filledShare }) => filledShare, formatWeight, PERCENT),
    ...priceColumns(results),
    ...slippageColumns().map((column) => (isPrintedInFull ? column : { ...column, isScreenOnly: true as const })),
    numberColumn('estimated-cost', 'Est. cost', ({ estimated }) => estimated.total, formatMoney, {
      unit: currency,
      hint: 'For the filled part',
    }),
    numberColumn('actual-cost', 'Actual cost', ({ actual }) => actual.total, formatMoney, {
      unit: currency,
      hint: ACTUAL,
    }),
    differenceColumn('difference', 'Difference', shownDifference, signedMoney, {
      unit: currency,
      hint: 'Positive: it cost more than estimated',
    }),
  ];
}

/** Whether gains are taxed, and the plan or the fills realise any. */
function hasTax({ sale_taxes: planned, realised_taxes: realised }: RebalanceView): boolean {
  const isTaxed = (tax: { readonly tax: number | null }) => tax.tax !== null && tax.tax !== 0;
  return realised.some(isTaxed) || (realised.length > 0 && (planned?.sells.some(isTaxed) ?? false));
}

/** Nothing for buys. The estimate is of the whole order: which lots a part takes decides its gain. */
function taxColumns({ sale_taxes: taxes, realised_taxes: realised, portfolio_currency: unit }: RebalanceView) {
  const planned = ({ order }: OrderResult) => saleTaxOf(taxes, order)?.tax ?? null;
  const actual = ({ order }: OrderResult) => realised.find(({ sequence }) => sequence === order.sequence)?.tax ?? null;
  return [
    numberColumn<OrderResult>('estimated-tax', 'Est. gains tax', planned, formatMoney, {
      unit,
      isScreenOnly: true,
      hint: 'Of the whole order, as planned. Below 0: the tax on other gains that its loss saves.',
    }),
    numberColumn<OrderResult>('realised-tax', 'Gains tax', actual, formatMoney, {
      unit,
      isScreenOnly: true,
      hint: 'Estimated tax on the gain that its fills realised. Not part of the cost.',
    }),
    differenceColumn(
      'tax-difference',
      'Tax difference',
      (result) => {
        const [before, after] = [planned(result), actual(result)];
        return before === null || after === null ? null : roundTo(after - before, 2);
      },
      signedMoney,
      { unit, isScreenOnly: true, hint: 'Positive: more tax than estimated, for example because the price was higher' },
    ),
  ];
}

/** A signed figure for which less is better. */
function differenceColumn(...column: Parameters<typeof numberColumn<OrderResult>>): Column<OrderResult> {
  const [id, header, accessor, format, more] = column;
  const cell = (value: number) => <SignedFigure value={value} format={format} isLessBetter />;
  return drawnNumberColumn(id, header, accessor, format, cell, more);
}

function priceColumns(results: readonly OrderResult[]): Column<OrderResult>[] {
  const price = priceFormatter(results.map(({ order }) => order.estimated_price));
  return [
    numberColumn('estimated-price', 'Estimated price', ({ order }) => order.estimated_price, price, {
      hint: 'Mid at planning, in the currency of the order',
    }),
    numberColumn('average-price', 'Actual price', ({ averagePrice }) => averagePrice, price, {
      hint: 'Average fill price, weighted by quantity',
    }),
    { id: 'currency', header: 'Ccy', accessor: ({ order }) => order.currency },
  ];
}

function slippageColumns(): Column<OrderResult>[] {
  return [
    differenceColumn('slippage', 'Slippage', (result) => shownSlippage(result).total, signedCostBps, {
      unit: 'bps',
      hint: SLIPPAGE,
    }),
    numberColumn('expected', 'Expected', (result) => shownSlippage(result).expected, signedCostBps, {
      unit: 'bps',
      hint: 'Slippage expected by the plan: half-spread and market impact at the mid of the plan',
    }),
    differenceColumn('unexpected', 'Beyond expected', (result) => shownSlippage(result).unexpected, signedCostBps, {
      unit: 'bps',
      hint: UNEXPECTED,
    }),
    differenceColumn('market-move', 'Market move', (result) => shownSlippage(result).market, signedCostBps, {
      unit: 'bps',
      hint: MARKET,
    }),
  ];
}

const KINDS = [
  ['commission', 'Commission'],
  ['spread', 'Spread'],
  ['impact', 'Market impact'],
  ['fx', 'FX'],
  ['transaction_tax', 'Transaction tax'],
  ['total', 'Total'],
] as const;

/** Costs of the filled part by kind: estimated, actual and the difference, in money and in bps of the portfolio. */
export function CostDifference({ view }: { readonly view: RebalanceView }) {
  const currency = view.portfolio_currency;
  const total = totalResult(plannedOrders(view).flatMap((order) => orderResult(order) ?? []));
  if (total === null) return null;
  const { estimated, actual } = total;
  const [shownEstimate, shownActual] = [shownCosts(estimated), shownCosts(actual)];
  const [estimatedBps, actualBps] = [formatCostParts(estimated), formatCostParts(actual)];
  const headers = [`Estimated ${currency}`, 'bps', `Actual ${currency}`, 'bps', `Difference ${currency}`];
  return (
    <TableFrame>
      <table
        className={`${tableClasses.table} ${classes.costDifference}`}
        aria-label="Costs by kind, estimated and actual"
      >
        <PlainHead labels={['Cost', ...headers]} align="right" />
        <tbody>
          {KINDS.map(([kind, label]) => (
            <tr key={kind} data-total={kind === 'total' ? '' : undefined}>
              <th scope="row">{label}</th>
              <td data-align="right">{formatMoney(shownEstimate[kind])}</td>
              <td data-align="right">{estimatedBps[kind]}</td>
              <td data-align="right">{formatMoney(shownActual[kind])}</td>
              <td data-align="right">{actualBps[kind]}</td>
              <td data-align="right">
                <SignedFigure value={shownActual[kind] - shownEstimate[kind]} format={signedMoney} isLessBetter />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
