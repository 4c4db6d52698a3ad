/** A record as a page for screen and paper: a head for paper, groups of fields, costs, and that it is simulated. */

import { Text } from '@mantine/core';
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import { useClock } from '../../api/clock-api.ts';
import { useFingerprint } from '../../api/world-api.ts';
import { formatCount, formatMoney } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { type RecordField, type RecordGroup, recordedLabel, recordGroups } from './record-groups.ts';
import classes from './record-sheet.module.css';

export function RecordSheet({ record }: { readonly record: MifidRecordWire }) {
  const [order, execution, suitability, itself] = recordGroups(record).map((group) => (
    <Group key={group.title} group={group} />
  ));
  return (
    <article className={classes.recordSheet} aria-label="MiFID II record of an order execution">
      <RecordPrintHead />
      <div className={classes.recordColumns}>
        <div>
          {order}
          {itself}
        </div>
        <div>
          {execution}
          <RecordCosts costs={record.costs_and_charges} />
        </div>
        <div>{suitability}</div>
      </div>
      <p className={classes.recordPrintFoot}>
        Made by Ballast, a simulation: prices, orders, parties and their identifiers are made up, nobody’s own.
      </p>
    </article>
  );
}

function Group({ group: { title, legalBasis, fields } }: { readonly group: RecordGroup }) {
  return (
    <section className={classes.recordGroup} aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.recordBasis}>{legalBasis}</p>
      <dl>
        {fields.map((field) => (
          <Field key={field.name} field={field} />
        ))}
      </dl>
    </section>
  );
}

function Field({ field: { name, source, value, paths } }: { readonly field: RecordField }) {
  return (
    <div>
      <dt title={paths.join(', ')}>
        {name}
        {source !== undefined && <small> {source}</small>}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

function RecordPrintHead() {
  const clock = useClock().data;
  const world = useFingerprint().data;
  return (
    <header className={classes.recordPrintHead}>
      <div>
        <strong>Ballast</strong>
        <span>MiFID II record of an order execution</span>
      </div>
      <dl>
        <div>
          <dt>Printed (virtual UTC)</dt>
          <dd>{clock === undefined ? 'not known' : formatInstant(clock.now)}</dd>
        </div>
        <div>
          <dt>World</dt>
          <dd>{world === undefined ? 'not known' : `seed ${world.seed}, ${formatCount(world.events)} events`}</dd>
        </div>
        <div>
          <dt>Chain head</dt>
          <Text component="dd" ff="monospace" fz="xs">
            {world?.head ?? 'not known'}
          </Text>
        </div>
      </dl>
    </header>
  );
}

type Costs = MifidRecordWire['costs_and_charges'];
type Charge = Costs['aggregated']['total'];

const SUMS = ['service', 'execution', 'tax'] as const;

function RecordCosts({ costs }: { readonly costs: Costs }) {
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
            <Line key={item.item} name={item.item} category={recordedLabel(item.category)} charge={item} />
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
      <th scope="row">{name === 'fx' ? 'FX' : recordedLabel(name)}</th>
      <td>{category}</td>
      <td data-align="right">{formatMoney(amount)}</td>
      <td data-align="right">{percent === null ? '–' : percent.toFixed(4)}</td>
    </tr>
  );
}
