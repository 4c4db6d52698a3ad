/** A gain or a loss with its sign and colour: `+12.50`, `−3.00`; zero is plain `0.00`. */
import { signedMoney } from '../../../../components/format/format-number.ts';
import { SignedFigure } from '../../../../components/format/signed-figure.tsx';
import { signedColumn } from '../../../../components/tables/signed-column.tsx';
import type { Column } from '../../../../components/tables/table-column.ts';

export function SignedMoney({ amount }: { readonly amount: number }) {
  return <SignedFigure value={amount} format={signedMoney} />;
}

export function signedMoneyColumn<Row>(
  id: string,
  header: string,
  accessor: (row: Row) => number | null,
  more: Pick<Column<Row>, 'unit' | 'hint'>,
): Column<Row> {
  return signedColumn(id, header, accessor, signedMoney, more);
}
