/**
 * Reads an export of Ghostfolio (JSON): its activities by account, and the latest balance of each account. Buys and
 * sells move positions; dividends, fees and interest are part of the balances.
 */
import { z } from 'zod';
import { toMicro } from '../../domain/numbers/exact.ts';
import { readDocument } from '../../scenario/load/read-document.ts';
import { bareName, unreadFile } from '../prices/read-prices.ts';
import type { CellPlace, Findings, SourceFile } from '../source-file.ts';
import { type CashAmount, type InstrumentNames, type Movement, type Statement, unitCostOf } from './statement.ts';
import { movementKindOf } from './transaction-kinds.ts';

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

const NOTHING = { currency: '', movements: [], cash: [] } as const;

/** True for what begins like JSON. */
export function isJson(text: string): boolean {
  return /^\uFEFF?\s*[{[]/.test(text);
}

export function readGhostfolio(source: SourceFile, findings: Findings): Statement {
  const document = readDocument(source.name, source.text.replace(/^\uFEFF/, ''));
  if (!document.ok) {
    for (const { line, column, issue } of document.faults)
      findings.issues.push({ file: source.name, line, column, name: '', issue });
    return { ...NOTHING, file: unreadFile(source) };
  }
  const placeAt: PlaceAt = (pointer) => ({ file: source.name, ...document.placeOf(pointer), name: pointer });
  const parsed = ghostfolioExport.safeParse(document.value);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues)
      findings.issues.push({
        ...placeAt(path.map((key) => `/${String(key)}`).join('')),
        issue: `is no export of Ghostfolio: ${message}`,
      });
    return { ...NOTHING, file: unreadFile(source) };
  }
  const { data } = parsed;
  const accounts = firstBy(data.accounts, ({ id }) => id);
  const profiles = firstBy(data.assetProfiles, ({ symbol }) => symbol);
  const nameOf = (id: string | null | undefined) => accounts.get(id ?? '')?.name ?? bareName(source.name);
  const file = {
    ...unreadFile(source),
    layout: 'ghostfolio' as const,
    dates: 'ymd' as const,
    rows: data.activities.length,
  };
  const movements = data.activities.flatMap((each, index) =>
    movementOf(each, profiles, nameOf(each.accountId), placeAt(`/activities/${index}`), findings),
  );
  return { file, currency: data.user?.settings?.currency ?? '', movements, cash: cashOf(data, placeAt) };
}

function movementOf(
  { type, quantity, unitPrice, fee, date, currency, symbol }: Activity,
  profiles: Profiles,
  portfolio: string,
  place: CellPlace,
  findings: Findings,
): Movement[] {
  const kind = type === 'ITEM' ? null : movementKindOf(type);
  if (kind === null) {
    findings.leftOut.push({ ...place, issue: `is of type ${type}, which moves no position` });
    return [];
  }
  const quantityMicro = toMicro(Math.round(quantity * 1e6) / 1e6);
  const isDate = /^\d{4}-\d{2}-\d{2}T/.test(date);
  if (quantityMicro === null || quantityMicro <= 0 || !isDate || !(unitPrice >= 0)) {
    findings.issues.push({ ...place, issue: 'has no quantity above 0, no price or no date' });
    return [];
  }
  const chargesMicro = Math.round((fee ?? 0) * 1e6);
  const unitCostMicro = Math.round(unitPrice * 1e6) + unitCostOf(chargesMicro, quantityMicro);
  return [
    {
      portfolio,
      kind,
      names: namesOf(symbol, profiles),
      quantityMicro,
      unitCostMicro,
      date: date.slice(0, 10),
      currency: currency ?? '',
      exchange: '',
      weight: null,
      place,
    },
  ];
}

/** Of those that have the same key, the first. */
function firstBy<Each>(list: readonly Each[], keyOf: (each: Each) => string): ReadonlyMap<string, Each> {
  return new Map([...list].reverse().map((each) => [keyOf(each), each]));
}

function namesOf(symbol: string, profiles: Profiles): InstrumentNames {
  const found = profiles.get(symbol);
  return { isin: (found?.isin ?? '').toUpperCase(), symbol, name: found?.name ?? '' };
}

/** The balance of the latest date of each account. */
function cashOf({ accounts }: Export, placeAt: PlaceAt): CashAmount[] {
  return accounts.flatMap(({ name, currency, balances = [] }, index) => {
    const [latest] = [...balances].sort((one, other) => (one.date < other.date ? 1 : -1));
    if (latest === undefined) return [];
    const amountMicro = Math.round(latest.value * 100) * 10_000;
    return [{ portfolio: name ?? '', amountMicro, currency: currency ?? '', place: placeAt(`/accounts/${index}`) }];
  });
}
