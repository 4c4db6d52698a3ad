/** A portfolio from JSON: the request body of either form, or an array of holdings or targets. Every fault has its pointer. */
import {
  ACCOUNT_TYPES,
  FORM_A_CURRENCIES,
  FORM_B_CURRENCIES,
  TAX_WRAPPERS,
} from '../../../../../src-server/contract/service/portfolio-choices.ts';
import type { InstrumentRow } from '../../../../api/market-api.ts';
import { isOneOf } from '../../../../components/forms/is-one-of.ts';
import { type AccountDraft, EMPTY_ACCOUNTS } from '../../../../components/portfolios/portfolio-draft.ts';
import {
  type Checked,
  checkQuantity,
  checkWeight,
  findInstrument,
  findListing,
  NOTHING_PASTED,
  type Pasted,
  type PastedHolding,
  type PastedTarget,
  type PasteFault,
} from './pasted.ts';

export function readJsonPaste(text: string, known: readonly InstrumentRow[]): Pasted {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused('JSON', `This is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (Array.isArray(value)) return readArray(value, known);
  return isRecord(value) ? readBody(value, known) : refused('/', 'is neither an object nor an array');
}

type Body = Readonly<Record<string, unknown>>;

const FIELDS_OF_A = ['name', 'tax_jurisdiction', 'account_type', 'metadata'];
const FIELDS_OF_B = ['external_id', 'tax_wrapper', 'holdings', 'targets', 'cash'];

/** Holdings, or targets where rows have weights and no quantities. */
function readArray(rows: readonly unknown[], known: readonly InstrumentRow[]): Pasted {
  const faults: PasteFault[] = [];
  return rows.some((row) => isRecord(row) && 'weight' in row && !('quantity' in row))
    ? { ...NOTHING_PASTED, targets: readTargets(rows, '', known, faults), faults }
    : { ...NOTHING_PASTED, holdings: readHoldings(rows, '', known, faults), faults };
}

function readBody(body: Body, known: readonly InstrumentRow[]): Pasted {
  const isA = FIELDS_OF_A.some((field) => field in body);
  const isB = FIELDS_OF_B.some((field) => field in body);
  if (isA === isB) {
    const which = isA ? 'fields of both forms, which are never merged' : 'no field that tells its form';
    return refused('/', `has ${which}: Form A has ${FIELDS_OF_A.join(', ')}; Form B has ${FIELDS_OF_B.join(', ')}`);
  }
  const form = isA ? 'A' : 'B';
  const fields = [...(isA ? FIELDS_OF_A : FIELDS_OF_B), 'currency'];
  const faults: PasteFault[] = Object.keys(body)
    .filter((field) => !fields.includes(field))
    .map((field) => ({ place: `/${field}`, column: field, reason: `is no field of Form ${form}` }));
  const account = accountOf(form, body, faults);
  const { cash, holdings, targets } = body;
  if (cash !== undefined && typeof cash !== 'number')
    faults.push({ place: '/cash', column: 'cash', reason: 'is not a number' });
  return {
    account,
    cash: typeof cash === 'number' ? cash : null,
    holdings: holdings === undefined ? null : readHoldings(holdings, '/holdings', known, faults),
    targets: targets === undefined ? null : readTargets(targets, '/targets', known, faults),
    remarks: [`The request body of Form ${form}.`],
    faults,
  };
}

function accountOf(form: 'A' | 'B', body: Body, faults: PasteFault[]): AccountDraft {
  const textOf = (field: string, otherwise: string) => {
    const value = body[field] === undefined ? otherwise : body[field];
    if (typeof value === 'string') return value;
    faults.push({ place: `/${field}`, column: field, reason: 'is not a text' });
    return otherwise;
  };
  const choiceOf = <Choice extends string>(field: string, choices: readonly Choice[], otherwise: Choice) => {
    const text = textOf(field, otherwise);
    if (isOneOf(choices, text)) return text;
    faults.push({ place: `/${field}`, column: field, reason: `is none of ${choices.join(', ')}` });
    return otherwise;
  };
  if (form === 'B') {
    const empty = EMPTY_ACCOUNTS.B;
    return {
      form,
      externalId: textOf('external_id', empty.externalId),
      currency: choiceOf('currency', FORM_B_CURRENCIES, empty.currency),
      wrapper: choiceOf('tax_wrapper', TAX_WRAPPERS, empty.wrapper),
    };
  }
  const empty = EMPTY_ACCOUNTS.A;
  const metadata = isRecord(body.metadata) ? Object.entries(body.metadata) : [];
  return {
    form,
    name: textOf('name', empty.name),
    currency: choiceOf('currency', FORM_A_CURRENCIES, empty.currency),
    jurisdiction: textOf('tax_jurisdiction', empty.jurisdiction),
    accountType: choiceOf('account_type', ACCOUNT_TYPES, empty.accountType),
    metadata: metadata.map(([key, value]) => `${key}: ${value}`).join('\n'),
  };
}

function readHoldings(rows: unknown, at: string, known: readonly InstrumentRow[], faults: PasteFault[]) {
  return readRows(rows, at, faults, ['isin', 'exchange', 'quantity'], (row, take): PastedHolding | null => {
    const instrument = take('isin', findInstrument(known, String(row.isin ?? '')));
    const exchange = instrument && take('exchange', findListing(instrument, String(row.exchange ?? '')));
    const quantity = take('quantity', numberOf(row.quantity, checkQuantity));
    return instrument === null || exchange === null || quantity === null
      ? null
      : { isin: instrument.isin, exchange, quantity };
  });
}

function readTargets(rows: unknown, at: string, known: readonly InstrumentRow[], faults: PasteFault[]) {
  return readRows(rows, at, faults, ['isin', 'weight'], (row, take): PastedTarget | null => {
    const instrument = take('isin', findInstrument(known, String(row.isin ?? '')));
    const weight = take('weight', numberOf(row.weight, checkWeight));
    return instrument === null || weight === null ? null : { isin: instrument.isin, weight };
  });
}

type Take = <Value>(field: string, checked: Checked<Value>) => Value | null;

function readRows<Row>(
  rows: unknown,
  at: string,
  faults: PasteFault[],
  fields: readonly string[],
  read: (row: Body, take: Take) => Row | null,
): Row[] {
  if (!Array.isArray(rows)) {
    faults.push({ place: at, column: '', reason: 'is not an array' });
    return [];
  }
  return rows.flatMap((row: unknown, index) => {
    const before = faults.length;
    const take: Take = (column, checked) => {
      if ('value' in checked) return checked.value;
      faults.push({ place: `${at}/${index}`, column, reason: checked.issue });
      return null;
    };
    const body = isRecord(row) ? row : {};
    for (const field of Object.keys(body)) {
      if (!fields.includes(field)) take(field, { issue: `is none of ${fields.join(', ')}` });
    }
    const value = read(body, take);
    return value === null || faults.length > before ? [] : [value];
  });
}

function numberOf(value: unknown, check: (value: number) => Checked<number>): Checked<number> {
  return typeof value === 'number' ? check(value) : { issue: value === undefined ? 'is missing' : 'is not a number' };
}

function refused(place: string, reason: string): Pasted {
  return { ...NOTHING_PASTED, faults: [{ place, column: '', reason }] };
}

function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
