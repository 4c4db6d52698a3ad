/**
 * Reads an export of Ghostfolio (JSON): its activities by account, and the latest balance of each account. Buys and
 * sells move positions; dividends, fees and interest are part of the balances.
 */
import { z } from 'zod';
import { type TransactionKind, transactionKindOf } from '../../contract/control/imports/transaction-kinds.ts';
import { toMicro } from '../../domain/numbers/exact.ts';
import { readDocument } from '../../scenario/load/read-document.ts';
import { bareName, unreadFile } from '../prices/read-prices.ts';
import type { CellPlace, ImportIssues, SourceFile } from '../source-file.ts';
import { readCurrency } from '../tables/currency-units.ts';
import { noteRounded } from '../tables/read-numbers.ts';
import {
  type CashAmount,
  EMPTY_STATEMENT,
  type InstrumentNames,
  type Movement,
  type MovementKind,
  type Statement,
  type UnknownType,
  unitCostOf,
} from './statement.ts';

const nullableText = z.string().nullish();
const activity = z.looseObject({
  accountId: nullableText,
  currency: z.string().nullish(),
  date: z.string(),
  fee: z.number().nullish(),
  quantity: z.number(),
  symbol: z.string(),
  type: z.string(),
  unitPrice: z.number(),
});
const account = z.looseObject({
  id: z.string(),
  name: nullableText,
  currency: nullableText,
  balances: z.array(z.looseObject({ date: z.string(), value: z.number() })).optional(),
});
const profile = z.looseObject({ symbol: z.string(), isin: nullableText, name: nullableText });
const ghostfolioExport = z.looseObject({
  accounts: z.array(account).default([]),
  activities: z.array(activity),
  assetProfiles: z.array(profile).default([]),
  user: z.looseObject({ settings: z.looseObject({ currency: nullableText }).optional() }).optional(),
});
type Export = z.output<typeof ghostfolioExport>;
type Activity = Export['activities'][number];
type Profiles = ReadonlyMap<string, Export['assetProfiles'][number]>;
type PlaceAt = (pointer: string) => CellPlace;

/** Whether a text begins like JSON. */
export function isJson(text: string): boolean {
  return /^\uFEFF?\s*[{[]/.test(text);
}

/** `types`: meanings of types of activities, by plain label. */
export function readGhostfolio(
  source: SourceFile,
  types: ReadonlyMap<string, string>,
  findings: ImportIssues,
): Statement {
  const document = readDocument(source.name, source.text.replace(/^\uFEFF/, ''));
  if (!document.ok) {
    for (const { line, column, issue } of document.faults)
      findings.issues.push({ file: source.name, line, column, name: '', issue });
    return { ...EMPTY_STATEMENT, file: unreadFile(source) };
  }
  const placeAt: PlaceAt = (pointer) => ({ file: source.name, ...document.placeOf(pointer), name: pointer });
  const parsed = ghostfolioExport.safeParse(document.value);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues)
      findings.issues.push({
        ...placeAt(path.map((key) => `/${String(key)}`).join('')),
        issue: `is not an export of Ghostfolio: ${message}`,
      });
    return { ...EMPTY_STATEMENT, file: unreadFile(source) };
  }
  const { data } = parsed;
  const accounts = firstBy(data.accounts, ({ id }) => id);
  const profiles = firstBy(data.assetProfiles, ({ symbol }) => symbol);
  const nameOf = (id: string | null | undefined) => accounts.get(id ?? '')?.name || bareName(source.name);
  const file = {
    ...unreadFile(source),
    layout: 'ghostfolio' as const,
    dates: 'ymd' as const,
    rows: data.activities.length,
  };
  const unknownTypes = new Map<string, UnknownType>();
  const rounded: CellPlace[] = [];
  const movements = data.activities.flatMap((each, index) => {
    const place = placeAt(`/activities/${index}`);
    const kind = transactionKindOf(each.type, types);
    if (kind !== null)
      return movementOf(each, kind, { profiles, portfolio: nameOf(each.accountId), place, findings, rounded });
    const before = unknownTypes.get(each.type);
    unknownTypes.set(each.type, { type: each.type, place: before?.place ?? place, rows: (before?.rows ?? 0) + 1 });
    return [];
  });
  noteRounded('Quantities', rounded, findings);
  const currency = data.user?.settings?.currency ?? '';
  return {
    ...EMPTY_STATEMENT,
    file,
    currency,
    movements,
    cash: cashOf(data, bareName(source.name), placeAt),
    unknownTypes: [...unknownTypes.values()],
  };
}

interface ActivityContext {
  readonly profiles: Profiles;
  readonly portfolio: string;
  readonly place: CellPlace;
  readonly findings: ImportIssues;
  readonly rounded: CellPlace[];
}

function movementOf(
  { type, quantity, unitPrice, fee, date, currency, symbol }: Activity,
  kind: TransactionKind,
  { profiles, portfolio, place, findings, rounded }: ActivityContext,
): Movement[] {
  if (quantity === 0) {
    findings.leftOut.push({ ...place, issue: 'is a draft: it has no quantity' });
    return [];
  }
  const moved = KINDS[kind];
  if (moved === undefined) {
    findings.leftOut.push({ ...place, issue: `is of type ${type}, which does not affect positions` });
    return [];
  }
  const quantityMicro = toMicro(Math.round(quantity * 1e6) / 1e6);
  const isDate = /^\d{4}-\d{2}-\d{2}T/.test(date);
  if (quantityMicro === null || quantityMicro <= 0 || !isDate || !(unitPrice >= 0)) {
    findings.issues.push({ ...place, issue: 'has no quantity above 0, no price or no date' });
    return [];
  }
  const isRounded = quantityMicro / 1e6 !== quantity;
  if (isRounded) rounded.push(place);
  const written = readCurrency(currency ?? '');
  const chargesMicro = Math.round(((fee ?? 0) * 1e6) / written.perUnit);
  const unitCostMicro = Math.round((unitPrice * 1e6) / written.perUnit) + unitCostOf(chargesMicro, quantityMicro);
  return [
    {
      portfolio,
      kind: moved,
      names: namesOf(symbol, profiles),
      quantityMicro,
      isRounded,
      unitCostMicro,
      date: date.slice(0, 10),
      currency: written.currency,
      exchange: '',
      weight: null,
      place,
    },
  ];
}

const KINDS: Readonly<Partial<Record<TransactionKind, MovementKind>>> = {
  buy: 'in',
  sell: 'out',
  transfer_in: 'transfer_in',
  transfer_out: 'transfer_out',
};

/** Returns the first of the entries with the same key. */
function firstBy<Each>(list: readonly Each[], keyOf: (each: Each) => string): ReadonlyMap<string, Each> {
  return new Map([...list].reverse().map((each) => [keyOf(each), each]));
}

function namesOf(symbol: string, profiles: Profiles): InstrumentNames {
  const found = profiles.get(symbol);
  return { isin: (found?.isin ?? '').toUpperCase(), symbol, name: found?.name ?? '' };
}

/** Returns each account's balance at the latest date. `unnamed`: the portfolio of an account without a name. */
function cashOf({ accounts }: Export, unnamed: string, placeAt: PlaceAt): CashAmount[] {
  return accounts.flatMap(({ name, currency, balances = [] }, index) => {
    const [latest] = [...balances].sort((one, other) => (one.date < other.date ? 1 : -1));
    if (latest === undefined) return [];
    const written = readCurrency(currency ?? '');
    const amountMicro = Math.round((latest.value * 100) / written.perUnit) * 10_000;
    const place = placeAt(`/accounts/${index}`);
    return [{ portfolio: name || unnamed, amountMicro, currency: written.currency, place }];
  });
}
