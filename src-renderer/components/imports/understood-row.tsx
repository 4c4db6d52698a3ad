/** The parsed result of a row: its kind, security, quantity, price and currency; or why it is not read. */
import { Text } from '@mantine/core';
import type { ImportedRow, ReadFact } from '../../../src-server/contract/control/imports/import-report.ts';
import { plural, quantityFormatter } from '../format/format-number.ts';
import classes from './import-preview.module.css';

export function UnderstoodRow({ row }: { readonly row: ImportedRow }) {
  const { status, facts, fact_count: count, remarks } = row;
  const formatted = facts.map(formatFact);
  const more = count > facts.length ? [plural(count - facts.length, 'more price')] : [];
  const all = [...formatted, ...more].join(', ');
  const label = LABELS[status];
  return (
    <>
      {all !== '' && (
        <span className={classes.facts} title={facts.map(({ subject }) => subject).join(', ')}>
          {all}
        </span>
      )}
      {(label !== null || remarks.length > 0) && (
        <Text component="span" size="xs" className={classes.remark} c={status === 'unread' ? 'fail' : 'dimmed'}>
          {label !== null && <strong>{label}</strong>}
          {label !== null && remarks.length > 0 && ': '}
          {remarks.join('; ')}
        </Text>
      )}
    </>
  );
}

const LABELS: Readonly<Record<ImportedRow['status'], string | null>> = {
  read: null,
  left_out: 'Ignored',
  unread: 'Not read',
};

const KINDS: Readonly<Record<ReadFact['kind'], string>> = {
  position: 'Position',
  cash: 'Cash',
  buy: 'Buy',
  sell: 'Sell',
  transfer_in: 'Transfer in',
  transfer_out: 'Transfer out',
  split: 'Split',
  merger_in: 'Merger, in',
  merger_out: 'Merger, out',
  price: '',
  rate: '',
};

/** `Buy 10 SAP SE at 180.25 EUR`, `SAP SE 123.45 EUR`. */
function formatFact({ kind, name, subject, quantity, price, currency }: ReadFact): string {
  const number = (value: number) => quantityFormatter([value])(value);
  const amount = price === null ? '' : [number(price), currency].filter((part) => part !== '').join(' ');
  const security = name === '' ? subject : name;
  if (kind === 'price' || kind === 'rate') return `${security} ${amount}`;
  const moved = [KINDS[kind], quantity === null ? '' : number(quantity), security].filter((part) => part !== '');
  return `${moved.join(' ')}${amount === '' ? '' : ` at ${amount}`}`;
}
