/** The result of a pasted text, row by row: holdings with their lots and targets, and cash. */

import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { formatMoney, formatWeight, plural, quantityFormatter } from '../../../../components/format/format-number.ts';
import { formatDay } from '../../../../components/format/format-time.ts';
import { Dimmed } from '../../../../components/layout/dimmed.tsx';
import { averageCost } from '../../../../components/portfolios/position-lots.ts';
import classes from '../../../../components/tables/table.module.css';
import { TableFrame } from '../../../../components/tables/table-frame.tsx';
import { cashTarget } from './cash-target.ts';
import type { Pasted, PastedHolding, PastedTarget } from './pasted.ts';

/** Nobody reads more before applying them; the sentence above has their number. */
const SHOWN = 100;

interface PastePreviewProps {
  readonly pasted: Pasted;
  /** The currency of cash and costs; null while that is unknown. */
  readonly currency: string | null;
}

export function PastePreview({ pasted: { holdings, targets, cash }, currency }: PastePreviewProps) {
  const instruments = useInstrumentsByIsin();
  const held = holdings ?? [];
  const rows = previewRows(held, targets ?? []);
  const quantity = quantityFormatter(held.map((row) => row.quantity));
  const cashWeight = cashTarget(targets ?? []) ?? 0;
  if (rows.length === 0 && cash === null) return null;
  return (
    <TableFrame mah={220} bd="1px solid var(--line)" bdrs="sm">
      <table className={classes.table} aria-label="Preview">
        <thead>
          <tr>
            <th scope="col">Instrument</th>
            <th scope="col">Exchange</th>
            <th scope="col" data-align="right">
              Quantity
            </th>
            <th scope="col">Tax lots</th>
            <th scope="col" data-align="right">
              Target %
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row) => {
            const { symbol = row.isin, name = '' } = instruments.get(row.isin) ?? {};
            return (
              <tr key={`${row.isin} ${row.exchange}`}>
                <td data-overflow="clip">
                  <strong>{symbol}</strong> {name}
                </td>
                <td>{row.exchange ?? <Dimmed>not held</Dimmed>}</td>
                <td data-align="right">{row.quantity === null ? '' : quantity(row.quantity)}</td>
                <td>{formatLots(row.lots, currency)}</td>
                <td data-align="right">{row.weight === undefined ? '' : formatWeight(row.weight)}</td>
              </tr>
            );
          })}
          {(cash !== null || cashWeight > 0) && (
            <tr>
              <td>
                <strong>Cash</strong>
              </td>
              <td />
              <td data-align="right">{cash !== null && `${formatMoney(cash)} ${currency ?? ''}`}</td>
              <td />
              <td data-align="right">{cashWeight > 0 && formatWeight(cashWeight)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** Holdings, then targets that are not held. The target of an ISIN is shown beside its first holding. */
function previewRows(held: readonly PastedHolding[], targets: readonly PastedTarget[]) {
  const weights = new Map(targets.map(({ isin, weight }) => [isin, weight]));
  const wanted = targets.filter(({ isin }) => !held.some((row) => row.isin === isin));
  return [
    ...held.map((row, index) => {
      const isFirst = held.findIndex(({ isin }) => isin === row.isin) === index;
      return { ...row, weight: isFirst ? weights.get(row.isin) : undefined };
    }),
    ...wanted.map(({ isin, weight }) => ({ isin, weight, exchange: null, quantity: null, lots: undefined })),
  ];
}

/** `2 lots at 113.08 EUR, since 2020-01-02`. */
function formatLots(lots: PastedHolding['lots'], currency: string | null) {
  const [oldest] = lots ?? [];
  if (lots === undefined || oldest === undefined) return <Dimmed>–</Dimmed>;
  return `${plural(lots.length, 'lot')} at ${formatMoney(averageCost(lots))}${currency === null ? '' : ` ${currency}`}, since ${formatDay(oldest.acquired_at)}`;
}
