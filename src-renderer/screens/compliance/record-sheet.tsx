/** A record as the page that is looked at and printed: head for paper, groups of fields, costs, and what it is not. */
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import { RecordCosts } from './record-costs.tsx';
import type { RecordField, RecordGroup } from './record-field.ts';
import { recordGroups } from './record-groups.ts';
import { RecordPrintHead } from './record-print-head.tsx';
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
