/**
 * Parses a portfolio from JSON: the request body of either form, or an array of holdings or targets. Every issue has a
 * pointer.
 */
import {
  ACCOUNT_TYPES,
  FORM_A_CURRENCIES,
  FORM_B_CURRENCIES,
  TAX_WRAPPERS,
} from '../../../../../src-server/contract/service/portfolio-choices.ts';
import { isOneOf } from '../../../../components/forms/is-one-of.ts';
import { type AccountDraft, EMPTY_ACCOUNTS } from '../../../../components/portfolios/portfolio-draft.ts';
import { cashTargetRemarks, lostWeights } from './cash-target.ts';
import { findListing } from './find-exchange.ts';
import {
  type Checked,
  checkQuantity,
  checkWeight,
  EMPTY_PASTE,
  findInstrument,
  type Pasted,
  type PastedHolding,
  type PastedTarget,
  type PasteIssue,
  type PasteMarket,
  takerAt,
  unreadable,
} from './pasted.ts';

export function readJsonPaste(text: string, known: PasteMarket): Pasted {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unreadable('JSON', `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (Array.isArray(value)) return readArray(value, known);
  return isRecord(value) ? readBody(value, known) : unreadable('/', 'is neither a JSON object nor a JSON array');
}

type Body = Readonly<Record<string, unknown>>;

const FIELDS = {
  A: ['name', 'tax_jurisdiction', 'account_type', 'metadata'],
  B: ['external_id', 'tax_wrapper', 'holdings', 'targets', 'cash'],
};

/** Holdings, or targets if rows have weights and no quantities. */
function readArray(rows: readonly unknown[], known: PasteMarket): Pasted {
  const issues: PasteIssue[] = [];
  return rows.some((row) => isRecord(row) && 'weight' in row && !('quantity' in row))
    ? { ...EMPTY_PASTE, ...readTargets(rows, '', known, issues), issues }
    : { ...EMPTY_PASTE, holdings: readHoldings(rows, '', known, issues), issues };
}

function readBody(body: Body, known: PasteMarket): Pasted {
  const [isA, isB] = [FIELDS.A, FIELDS.B].map((fields) => fields.some((field) => field in body));
  if (isA === isB) {
    const which = isA
      ? 'fields of both kinds of request, which cannot be mixed'
      : 'no field that shows which kind of request it is';
    return unreadable('/', `has ${which}: Form A has ${FIELDS.A.join(', ')}; Form B has ${FIELDS.B.join(', ')}`);
  }
  const form = isA ? 'A' : 'B';
  const issues: PasteIssue[] = [];
  for (const field of Object.keys(body)) {
    if (field !== 'currency' && !FIELDS[form].includes(field))
      takerAt(`/${field}`, issues)(field, { issue: `is not a field of a Form ${form} request` });
  }
  const { cash, holdings } = body;
  const { targets, remarks } =
    body.targets === undefined ? { targets: null, remarks: [] } : readTargets(body.targets, '/targets', known, issues);
  return {
    account: accountOf(form, body, issues),
    cash: cash === undefined ? null : takerAt('/cash', issues)('cash', numberOf(cash)),
    holdings: holdings === undefined ? null : readHoldings(holdings, '/holdings', known, issues),
    targets,
    cost: null,
    remarks: [`The request body of Form ${form}.`, ...remarks],
    issues,
  };
}

function accountOf(form: 'A' | 'B', body: Body, issues: PasteIssue[]): AccountDraft {
  const take = <Value>(field: string, otherwise: Value, checked: Checked<Value>) =>
    body[field] === undefined ? otherwise : (takerAt(`/${field}`, issues)(field, checked) ?? otherwise);
  const textOf = (field: string, otherwise: string) => {
    const value = body[field];
    return take(field, otherwise, typeof value === 'string' ? { value } : { issue: 'is not a string' });
  };
  const choiceOf = <Choice extends string>(field: string, choices: readonly Choice[], otherwise: Choice) => {
    const text = textOf(field, otherwise);
    return take(
      field,
      otherwise,
      isOneOf(choices, text) ? { value: text } : { issue: `is not one of ${choices.join(', ')}` },
    );
  };
  if (form === 'B') {
    const empty = EMPTY_ACCOUNTS.B;
    return {
      form,
      external_id: textOf('external_id', empty.external_id),
      currency: choiceOf('currency', FORM_B_CURRENCIES, empty.currency),
      tax_wrapper: choiceOf('tax_wrapper', TAX_WRAPPERS, empty.tax_wrapper),
    };
  }
  const empty = EMPTY_ACCOUNTS.A;
  const metadata = isRecord(body.metadata) ? Object.entries(body.metadata) : [];
  return {
    form,
    name: textOf('name', empty.name),
    currency: choiceOf('currency', FORM_A_CURRENCIES, empty.currency),
    tax_jurisdiction: textOf('tax_jurisdiction', empty.tax_jurisdiction),
    account_type: choiceOf('account_type', ACCOUNT_TYPES, empty.account_type),
    metadata: metadata.map(([key, value]) => `${key}: ${value}`).join('\n'),
  };
}

function readHoldings(rows: unknown, at: string, known: PasteMarket, issues: PasteIssue[]) {
  return readRows(rows, at, issues, ['isin', 'exchange', 'quantity'], (row, take): PastedHolding | null => {
    const instrument = take('isin', findInstrument(known.instruments, String(row.isin ?? '')));
    const exchange =
      instrument && take('exchange', findListing(instrument, String(row.exchange ?? ''), known.exchanges));
    const quantity = take('quantity', numberOf(row.quantity, checkQuantity));
    return instrument && exchange && quantity !== null ? { isin: instrument.isin, exchange, quantity } : null;
  });
}

function readTargets(rows: unknown, at: string, known: PasteMarket, issues: PasteIssue[]) {
  const seen = new Set<string>();
  const targets = readRows(rows, at, issues, ['isin', 'weight'], (row, take): PastedTarget | null => {
    const instrument = take('isin', findInstrument(known.instruments, String(row.isin ?? '')));
    const weight = take('weight', numberOf(row.weight, checkWeight));
    if (instrument !== null && seen.has(instrument.isin)) {
      take('isin', { issue: `repeats the target of ${instrument.symbol}` });
    } else if (instrument !== null) seen.add(instrument.isin);
    return instrument === null || weight === null ? null : { isin: instrument.isin, weight };
  });
  const weights = Array.isArray(rows) ? rows.map((row: unknown) => (isRecord(row) ? row.weight : null)) : [];
  return { targets, remarks: cashTargetRemarks(targets, { lost: lostWeights(weights, targets), stated: null }) };
}

function readRows<Row>(
  rows: unknown,
  at: string,
  issues: PasteIssue[],
  fields: readonly string[],
  read: (row: Body, take: ReturnType<typeof takerAt>) => Row | null,
): Row[] {
  if (!Array.isArray(rows)) {
    issues.push({ where: at, column: '', reason: 'is not an array' });
    return [];
  }
  return rows.flatMap((row: unknown, index) => {
    const before = issues.length;
    const take = takerAt(`${at}/${index}`, issues);
    const body = isRecord(row) ? row : {};
    for (const field of Object.keys(body)) {
      if (!fields.includes(field)) take(field, { issue: `is not one of ${fields.join(', ')}` });
    }
    const value = read(body, take);
    return value === null || issues.length > before ? [] : [value];
  });
}

function numberOf(value: unknown, check = (number: number): Checked<number> => ({ value: number })): Checked<number> {
  return typeof value === 'number' ? check(value) : { issue: value === undefined ? 'is missing' : 'is not a number' };
}

function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
