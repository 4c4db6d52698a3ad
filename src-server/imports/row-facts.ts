/**
 * Explains the first rows of a file with the facts read from each, so that mistakes are visible before anything is
 * loaded.
 */
import type {
  ImportedFile,
  ImportedRow,
  ImportIssue,
  ReadFact,
  UnknownName,
} from '../contract/control/imports/import-report.ts';
import { type NameResolver, SKIP } from './names/name-resolver.ts';
import { cashOf } from './portfolios/cash-rows.ts';
import { isinOf } from './portfolios/known-movements.ts';
import { instrumentTexts, type Movement, type MovementKind, type UnknownType } from './portfolios/statement.ts';
import type { PricePoint } from './prices/read-prices.ts';
import type { CellPlace, ImportIssues } from './source-file.ts';
import { SHOWN_ROWS, shownRow } from './tables/first-rows.ts';

const SHOWN_FACTS = 3;

interface PlacedFact {
  readonly place: CellPlace;
  readonly fact: ReadFact;
}

/** The data that was read from a file. */
interface RowContent {
  readonly file: ImportedFile;
  readonly movements?: readonly Movement[];
  readonly points?: readonly PricePoint[];
  readonly unknownTypes?: readonly UnknownType[];
  /** Currencies of prices whose rows do not state one, by ISIN. */
  readonly currencies?: ReadonlyMap<string, string>;
}

/** Returns the file with its first rows explained. For XML and JSON, these are the first elements with data. */
export function withFacts(
  content: RowContent,
  names: NameResolver,
  unknown: readonly UnknownName[],
  { issues, leftOut }: ImportIssues,
): ImportedFile {
  const { file, movements = [], points = [], unknownTypes = [], currencies = new Map() } = content;
  const isTable = file.first_rows.length > 0;
  const lines = isTable ? file.first_rows.map(({ line }) => line) : firstLines([...movements, ...points]);
  const shown = new Set(lines);
  const isShown = (place: CellPlace) => place.file === file.name && shown.has(place.line);
  const facts = [
    ...movements.filter(({ place }) => isShown(place)).flatMap((each) => factOfMovement(each, file, names)),
    ...points.filter(({ place }) => isShown(place)).flatMap((each) => factOfPoint(each, names, currencies)),
  ];
  const nameless = new Set(unknown.map(({ name }) => name));
  const byLine = Map.groupBy(facts, ({ place }) => place.line);
  const issuesAt = Map.groupBy(issues.filter(isShown), ({ line }) => line);
  const leftOutAt = Map.groupBy(leftOut.filter(isShown), ({ line }) => line);
  const rows = isTable ? file.first_rows : lines.map((line) => shownRow(line, []));
  const typeAt = file.columns.findIndex(({ meaning }) => meaning === 'type');
  const types = new Set(unknownTypes.map(({ type }) => type));
  return {
    ...file,
    first_rows: rows.map((row) =>
      explained(row, {
        facts: (byLine.get(row.line) ?? []).map(({ fact }) => fact),
        nameless,
        isOfPrices: content.points !== undefined,
        issues: issuesAt.get(row.line) ?? [],
        leftOut: leftOutAt.get(row.line) ?? [],
        unknownType: typeAt >= 0 && types.has(row.cells[typeAt] ?? '') ? (row.cells[typeAt] ?? '') : null,
      }),
    ),
  };
}

function firstLines(read: readonly { readonly place: CellPlace }[]): number[] {
  const lines = new Set<number>();
  for (const { place } of read) {
    if (lines.size === SHOWN_ROWS) break;
    lines.add(place.line);
  }
  return [...lines];
}

interface RowFindings {
  readonly facts: readonly ReadFact[];
  /** Unknown names of the subjects of facts. */
  readonly nameless: ReadonlySet<string>;
  /** In tables of prices, columns have the names of instruments. */
  readonly isOfPrices: boolean;
  readonly issues: readonly ImportIssue[];
  readonly leftOut: readonly ImportIssue[];
  /** `null` if the type of the row is known, or it has none. */
  readonly unknownType: string | null;
}

function explained(row: ImportedRow, found: RowFindings): ImportedRow {
  const { facts, nameless, isOfPrices, issues, leftOut, unknownType } = found;
  const remarkOf = ({ name, issue }: ImportIssue) =>
    name === '' || (!isOfPrices && !issue.startsWith('“')) ? issue : `${name} ${issue}`;
  const unknown = facts
    .filter(({ subject }) => nameless.has(subject))
    .map(({ name }) => `“${name}” is an unknown name`);
  const type = unknownType === null || facts.length > 0 ? [] : [`the type “${unknownType}” is unknown`];
  const blocking = [...issues.map(remarkOf), ...type, ...unknown];
  const remarks = [...new Set([...blocking, ...leftOut.map(remarkOf)])];
  const isNothing = facts.length === 0 && remarks.length === 0;
  const status = blocking.length > 0 || isNothing ? 'unread' : facts.length === 0 ? 'left_out' : 'read';
  return {
    ...row,
    facts: facts.slice(0, SHOWN_FACTS),
    fact_count: facts.length,
    remarks: remarks.slice(0, SHOWN_FACTS),
    status,
  };
}

const KINDS: Readonly<Record<MovementKind, ReadFact['kind']>> = {
  in: 'buy',
  out: 'sell',
  transfer_in: 'transfer_in',
  transfer_out: 'transfer_out',
  split: 'split',
  exchange_in: 'merger_in',
  exchange_out: 'merger_out',
};

/** Returns no facts for a row that is left out, which the report lists. */
function factOfMovement(movement: Movement, { layout }: ImportedFile, names: NameResolver): PlacedFact[] {
  const { place, kind, quantityMicro, unitCostMicro, currency, date } = movement;
  const isin = isinOf(movement.names, names);
  const texts = instrumentTexts(movement.names);
  const cash = layout === 'positions' ? cashOf(movement, names) : null;
  if (cash !== null) {
    const none = { price: null, currency: '', date };
    const { currency: subject, amountMicro } = cash;
    return [{ place, fact: { kind: 'cash', subject, name: subject, quantity: amountMicro / 1_000_000, ...none } }];
  }
  if (isin === SKIP || (quantityMicro === 0 && (movement.weight ?? 0) === 0)) return [];
  const found = names.find(isin ?? '');
  const known = found.kind === 'instrument' ? found.instrument : undefined;
  const fact = {
    kind: layout === 'positions' && kind === 'in' ? 'position' : KINDS[kind],
    subject: known?.isin ?? texts[0] ?? '',
    name: known?.name ?? texts.at(-1) ?? '',
    quantity: quantityMicro / 1_000_000,
    price: unitCostMicro === null || Number.isNaN(unitCostMicro) ? null : unitCostMicro / 1_000_000,
    currency,
    date,
  };
  return [{ place, fact }];
}

/** Returns the facts of a price. */
function factOfPoint(
  { place, subject, priceMicro, currency, date }: PricePoint,
  names: NameResolver,
  currencies: ReadonlyMap<string, string>,
): PlacedFact[] {
  const found = names.find(subject);
  if (found.kind === 'left_out' || priceMicro === null) return [];
  const known = found.kind === 'instrument' ? found.instrument : null;
  const code = found.kind === 'currency' ? found.currency : found.kind === 'new' ? found.isin : subject;
  const isin = known?.isin ?? code;
  const fact = {
    kind: found.kind === 'currency' ? ('rate' as const) : ('price' as const),
    subject: isin,
    name: known?.name ?? subject,
    quantity: null,
    price: priceMicro / 1_000_000,
    currency: currency === '' && found.kind !== 'currency' ? (currencies.get(isin) ?? '') : currency,
    date,
  };
  return [{ place, fact }];
}
