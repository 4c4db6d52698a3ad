/** A record as a page for screen and paper: a header for paper, groups of fields, costs, and that it is simulated. */
import { Group, Text } from '@mantine/core';
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import { useClock } from '../../api/clock-api.ts';
import { useFingerprint } from '../../api/world-api.ts';
import { formatCount, formatDecimals, formatMoney } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { Fact } from '../../components/layout/facts.tsx';
import { type RecordGroup, recordedLabel, recordGroups } from './record-groups.ts';
import classes from './record-sheet.module.css';

export function RecordSheet({ record }: { readonly record: MifidRecordWire }) {
  const [order, execution, suitability, itself] = recordGroups(record).map((group) => (
    <FieldGroup key={group.title} {...group} />
  ));
  return (
    <article className={classes.sheet} aria-label="MiFID II record of an order execution">
      <PrintHead />
      <div className={classes.columns}>
        <div>
          {order}
          {itself}
        </div>
        <div>
          {execution}
          <RecordCosts {...record.costs_and_charges} />
        </div>
        <div>{suitability}</div>
      </div>
      <p className={classes.printed}>
        Produced by Ballast, a simulation. Prices, orders, parties and their identifiers are fictitious. The client’s
        category, risk profile and suitability are assumed; no client was asked.
      </p>
    </article>
  );
}

function FieldGroup({ title, legalBasis, fields }: RecordGroup) {
  return (
    <section className={classes.group} aria-label={title}>
      <h2>{title}</h2>
      <p>{legalBasis}</p>
      <dl>
        {fields.map(({ name, source, value, paths }) => (
          <div key={name}>
            <dt title={paths.join(', ')}>
              {name}
              {source !== null && <small> {source}</small>}
            </dt>
            <dd>{INSTANT.test(value) ? <RecordedInstant text={value} /> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const INSTANT = /^\d{4}-\d\d-\d\d\u00a0/;

/** A narrow column breaks it only between its date and its time. */
function RecordedInstant({ text }: { readonly text: string }) {
  const [date = '', ...time] = text.split('\u00a0');
  return (
    <>
      <span className={classes.whole}>{date}</span> <span className={classes.whole}>{time.join('\u00a0')}</span>
    </>
  );
}

function PrintHead() {
  const clock = useClock().data;
  const world = useFingerprint().data;
  return (
    <header className={classes.printed}>
      <Group gap="8pt" align="baseline" fz="10pt">
        <Text component="strong" fz="14pt" fw={700}>
          Ballast
        </Text>
        <span>MiFID II record of an order execution</span>
      </Group>
      <Group component="dl" gap="12pt" m={0}>
        <Fact label="Printed (virtual UTC)">{clock === undefined ? 'not known' : formatInstant(clock.now)}</Fact>
        <Fact label="World">
          {world === undefined ? 'not known' : `seed ${world.seed}, ${formatCount(world.events)} log entries`}
        </Fact>
        <Fact label="Head of the event log">
          <Text span ff="monospace" fz="xs">
            {world?.head ?? 'not known'}
          </Text>
        </Fact>
      </Group>
    </header>
  );
}

const SUMS = ['service', 'execution', 'tax'] as const;

function RecordCosts(costs: MifidRecordWire['costs_and_charges']) {
  const { items, aggregated, currency, timing, legal_basis: legalBasis } = costs;
  return (
    <section className={classes.group} aria-label="Costs and charges">
      <h2>Costs and charges</h2>
      <p>{legalBasis}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{timing === 'ex_post' ? 'Ex post' : timing}</th>
            <th scope="col">Category</th>
            <th scope="col">{currency}</th>
            <th scope="col">% of value</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <CostLine key={item.item} name={item.item} {...item} />
          ))}
        </tbody>
        <tfoot>
          {SUMS.map((sum) => (
            <CostLine key={sum} name={`${sum}, aggregated`} {...aggregated[sum]} />
          ))}
          <CostLine name="total" {...aggregated.total} />
        </tfoot>
      </table>
    </section>
  );
}

type Charge = MifidRecordWire['costs_and_charges']['aggregated']['total'];
type CostLineProps = Charge & { readonly name: string; readonly category?: string };

function CostLine({ name, category = '', amount, percent_of_value: percent }: CostLineProps) {
  return (
    <tr>
      <th scope="row">{name === 'fx' ? 'FX' : recordedLabel(name)}</th>
      <td>{recordedLabel(category)}</td>
      <td>{formatMoney(amount)}</td>
      <td>{percent === null ? '–' : formatDecimals(percent, 4)}</td>
    </tr>
  );
}
