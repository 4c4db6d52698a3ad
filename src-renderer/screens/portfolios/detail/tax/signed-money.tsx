/** A gain or a loss with its sign and colour: `+12.50`, `−3.00`; nothing is plain `0.00`. */
import { Text } from '@mantine/core';
import { formatMoney } from '../../../../components/format/format-number.ts';
import { type Column, valueColumn } from '../../../../components/tables/table-column.ts';

export function SignedMoney({ amount }: { readonly amount: number }) {
  // Less than half a cent has neither.
  if (Math.abs(amount) < 0.005) return formatMoney(amount);
  return (
    <Text span c={amount > 0 ? 'ok' : 'fail'}>
      {amount > 0 && '+'}
      {formatMoney(amount)}
    </Text>
  );
}

export function signedMoneyColumn<Row>(
  id: string,
  header: string,
  accessor: (row: Row) => number | null,
  more: Pick<Column<Row>, 'unit' | 'hint'>,
): Column<Row> {
  return valueColumn(id, header, accessor, (amount) => <SignedMoney amount={amount} />, { align: 'right', ...more });
}
