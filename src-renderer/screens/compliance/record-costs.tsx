/** What an execution cost its client, after the fact: every kind of cost, then the sums that the Directive asks for. */
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import { formatMoney } from '../../components/format/format-number.ts';
import { recordedWord } from './record-field.ts';
import classes from './record-sheet.module.css';

type Costs = MifidRecordWire['costs_and_charges'];
type Charge = Costs['aggregated']['total'];

const SUMS = ['service', 'execution', 'tax'] as const;

export function RecordCosts({ costs }: { readonly costs: Costs }) {
  const { items, aggregated, currency, timing, legal_basis: legalBasis } = costs;
  return (
    <section className={classes.recordGroup} aria-label="Costs and charges">
      <h2>Costs and charges</h2>
      <p className={classes.recordBasis}>{legalBasis}</p>
      <table className={classes.recordCosts}>
        <thead>
          <tr>
            <th scope="col">{timing === 'ex_post' ? 'Ex post' : timing}</th>
            <th scope="col">Counts as</th>
            <th scope="col">{currency}</th>
            <th scope="col">% of value</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Line key={item.item} name={item.item} category={recordedWord(item.category)} charge={item} />
          ))}
        </tbody>
        <tfoot>
          {SUMS.map((sum) => (
            <Line key={sum} name={`${sum}, aggregated`} category="" charge={aggregated[sum]} />
          ))}
          <Line name="total" category="" charge={aggregated.total} isTotal />
        </tfoot>
      </table>
    </section>
  );
}

interface LineProps {
  readonly name: string;
  readonly category: string;
  readonly charge: Pick<Charge, 'amount' | 'percent_of_value'>;
  readonly isTotal?: boolean;
}

function Line({ name, category, charge, isTotal = false }: LineProps) {
  const { amount, percent_of_value: percent } = charge;
  return (
    <tr data-total={isTotal ? '' : undefined}>
      <th scope="row">{name === 'fx' ? 'FX' : recordedWord(name)}</th>
      <td>{category}</td>
      <td data-align="right">{formatMoney(amount)}</td>
      <td data-align="right">{percent === null ? '–' : percent.toFixed(4)}</td>
    </tr>
  );
}
