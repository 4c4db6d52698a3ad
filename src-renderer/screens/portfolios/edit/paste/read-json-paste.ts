/** A portfolio from JSON: the request body of either form, or an array of holdings or targets. Every fault at its pointer. */
import type { InstrumentRow } from '../../../../api/queries.ts';
import { type AccountDraft, emptyAccount } from '../../../../components/portfolios/portfolio-draft.ts';
import { NOTHING_PASTED, type Pasted, type PasteFault } from './pasted.ts';
import { type Body, isRecord, readHoldings, readTargets } from './read-json-rows.ts';

export function readJsonPaste(text: string, instruments: Iterable<InstrumentRow>): Pasted {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = `This is no JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { ...NOTHING_PASTED, faults: [{ place: 'JSON', column: '', reason }] };
  }
  const known = [...instruments];
  if (Array.isArray(value)) return readArray(value, known);
  if (isRecord(value)) return readBody(value, known);
  return { ...NOTHING_PASTED, faults: [{ place: '/', column: '', reason: 'is neither an object nor an array' }] };
}

const FIELDS_OF_A = ['name', 'tax_jurisdiction', 'account_type', 'metadata'];
const FIELDS_OF_B = ['external_id', 'tax_wrapper', 'holdings', 'targets', 'cash'];

/** An array of holdings; of targets where its rows have weights and no quantities. */
function readArray(rows: readonly unknown[], known: readonly InstrumentRow[]): Pasted {
  const isOfTargets = rows.some((row) => isRecord(row) && 'weight' in row && !('quantity' in row));
  const faults: PasteFault[] = [];
  if (isOfTargets) return { ...NOTHING_PASTED, targets: readTargets(rows, '', known, faults), faults };
  return { ...NOTHING_PASTED, holdings: readHoldings(rows, '', known, faults), faults };
}

function readBody(body: Body, known: readonly InstrumentRow[]): Pasted {
  const isA = FIELDS_OF_A.some((field) => field in body);
  const isB = FIELDS_OF_B.some((field) => field in body);
  if (isA === isB) {
    const which = isA ? 'fields of both forms, which are never merged' : 'no field that tells its form';
    const told = `has ${which}: Form A has ${FIELDS_OF_A.join(', ')}; Form B has ${FIELDS_OF_B.join(', ')}`;
    return { ...NOTHING_PASTED, faults: [{ place: '/', column: '', reason: told }] };
  }
  const fields = [...(isA ? FIELDS_OF_A : FIELDS_OF_B), 'currency'];
  const faults: PasteFault[] = Object.keys(body)
    .filter((field) => !fields.includes(field))
    .map((field) => ({ place: `/${field}`, column: field, reason: `is no field of Form ${isA ? 'A' : 'B'}` }));
  const account = isA ? accountA(body, faults) : accountB(body, faults);
  return {
    account,
    cash: body.cash === undefined ? null : checkedNumber(body.cash, '/cash', 'cash', faults),
    holdings: body.holdings === undefined ? null : readHoldings(body.holdings, '/holdings', known, faults),
    targets: body.targets === undefined ? null : readTargets(body.targets, '/targets', known, faults),
    remarks: [`The request body of Form ${account.form}.`],
    faults,
  };
}

function accountA(body: Body, faults: PasteFault[]): AccountDraft {
  const empty = emptyAccount('A');
  const metadata = isRecord(body.metadata)
    ? Object.entries(body.metadata).map(([key, value]) => `${key}: ${value}`)
    : [];
  return {
    ...empty,
    form: 'A',
    name: textOf(body, 'name', empty.name, faults),
    currency: textOf(body, 'currency', empty.currency, faults),
    jurisdiction: textOf(body, 'tax_jurisdiction', empty.jurisdiction, faults),
    accountType: textOf(body, 'account_type', empty.accountType, faults),
    metadata: metadata.join('\n'),
  };
}

function accountB(body: Body, faults: PasteFault[]): AccountDraft {
  const empty = emptyAccount('B');
  return {
    form: 'B',
    externalId: textOf(body, 'external_id', empty.externalId, faults),
    currency: textOf(body, 'currency', empty.currency, faults),
    wrapper: textOf(body, 'tax_wrapper', empty.wrapper, faults),
  };
}

function textOf(body: Body, field: string, otherwise: string, faults: PasteFault[]): string {
  const value = body[field];
  if (value === undefined) return otherwise;
  if (typeof value === 'string') return value;
  faults.push({ place: `/${field}`, column: field, reason: 'is not a text' });
  return otherwise;
}

function checkedNumber(value: unknown, place: string, column: string, faults: PasteFault[]): number | null {
  if (typeof value === 'number') return value;
  faults.push({ place, column, reason: 'is not a number' });
  return null;
}
