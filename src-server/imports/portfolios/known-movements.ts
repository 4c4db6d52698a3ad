/**
 * Resolves the instruments of movements, and compares the resulting holdings with the balances that the file states. An
 * ISIN takes precedence over a symbol or a name, which another instrument may share.
 */
import { findExchange } from '../../contract/control/imports/exchange-names.ts';
import type { UnknownName } from '../../contract/control/imports/import-report.ts';
import { isIsin } from '../../domain/identifiers/isin.ts';
import type { KnownMarket } from '../names/known-market.ts';
import { MAX_NEAR, type NameResolver, SKIP } from '../names/name-resolver.ts';
import { nearNames } from '../names/near-names.ts';
import type { ImportIssues } from '../source-file.ts';
import { cashOf } from './cash-rows.ts';
import type { KnownMovement, OpenHolding } from './fifo-lots.ts';
import {
  type CashAmount,
  COST_TOO_LARGE,
  type InstrumentNames,
  instrumentTexts,
  type Movement,
  type Statement,
} from './statement.ts';
import { percentOf } from './target-weights.ts';

/** Resolves names, and collects unknown ones. */
export interface Naming {
  readonly names: NameResolver;
  readonly market: KnownMarket;
  readonly unknown: Map<string, UnknownName>;
  readonly findings: ImportIssues;
}

/** Returns movements of instruments; in a table of positions, holdings of a currency become cash. */
export function knownMovements(
  { movements, file }: Statement,
  naming: Naming,
): { readonly movements: KnownMovement[]; readonly cash: CashAmount[] } {
  const cash: CashAmount[] = [];
  const known = movements.flatMap((movement): KnownMovement[] => {
    if (Number.isNaN(movement.unitCostMicro)) return refuse(movement, COST_TOO_LARGE, naming);
    const inCash = file.layout === 'positions' ? cashOf(movement, naming.names) : null;
    if (inCash !== null) {
      const { issue, ...amount } = inCash;
      if (issue === null) cash.push(amount);
      else naming.findings.issues.push({ ...amount.place, issue });
      return [];
    }
    const { quantityMicro, weight, place } = movement;
    if (quantityMicro === 0 && (weight ?? 0) === 0) {
      naming.findings.leftOut.push({ ...place, issue: 'has no quantity' });
      return [];
    }
    const isin = isinOf(movement.names, naming.names);
    if (isin === SKIP) {
      const [name = ''] = instrumentTexts(movement.names).filter((text) => naming.names.mapped(text) === SKIP);
      naming.findings.leftOut.push({
        ...movement.place,
        issue: `${name} is ignored by the mapping${lostTarget(movement)}`,
      });
      return [];
    }
    if (isin === null) return refuse(movement, 'names no instrument', naming);
    const issue = quantityIssue(movement);
    if (issue !== null) return refuse(movement, issue, naming);
    const { weightFault } = movement;
    if (weightFault === undefined) return [atExchange({ ...movement, isin, apart: '' }, file.layout, naming)];
    naming.findings.issues.push(weightFault);
    return [];
  });
  return { movements: known, cash };
}

/**
 * Returns the movement with the MIC of its exchange. That of a transaction is the venue of the trade: shares may be sold
 * at another one, and one that does not list the instrument does not matter.
 */
function atExchange(
  movement: KnownMovement,
  layout: Statement['file']['layout'],
  { market, findings }: Pick<Naming, 'market' | 'findings'>,
): KnownMovement {
  const written = movement.exchange;
  if (written === '') return movement;
  const exchange = findExchange(written, market.exchangeNames)?.mic ?? written;
  const instrument = market.instruments.get(movement.isin);
  if (layout === 'positions') return { ...movement, exchange, apart: exchange };
  if (instrument?.listings.includes(exchange) !== false) return { ...movement, exchange };
  findings.notes.add(
    `${movement.place.file}: trades at “${written}” count at the primary exchange of instruments that it does not list.`,
  );
  return { ...movement, exchange: '' };
}

/** Returns `null` if the quantity can be one of shares. */
function quantityIssue({ kind, quantityMicro, quantityIn = '' }: Movement): string | null {
  if (quantityIn !== '') return `has an amount in ${quantityIn} in place of a number of shares`;
  return kind !== 'split' && quantityMicro < 0 ? 'is negative, but short positions are not supported' : null;
}

function refuse({ place }: Movement, issue: string, { findings }: Naming): [] {
  findings.issues.push({ ...place, issue });
  return [];
}

/**
 * Returns the ISIN; an unknown instrument's name in the file; `skip` if it is mapped to that; `null` if it has no name.
 */
export function isinOf(names: InstrumentNames, resolver: NameResolver): string | null {
  const texts = instrumentTexts(names);
  for (const text of texts) {
    if (isIsin(names.isin) && text !== names.isin && resolver.mapped(text) === null) continue;
    const found = resolver.find(text);
    if (found.kind === 'instrument') return found.instrument.isin;
    if (found.kind === 'left_out' && found.isMapped) return SKIP;
  }
  return texts[0] ?? null;
}

/** Says what becomes of the target of an ignored row; empty if it has none. */
function lostTarget({ weight }: Movement): string {
  if (weight === null || weight === 0) return '';
  return `; if you approve the plans, its target of ${percentOf(weight)} becomes cash`;
}

/** Returns false for a holding of an unknown instrument, which is collected once. */
export function isKnown({ isin, names, place }: OpenHolding, { market, unknown }: Naming): boolean {
  if (market.instruments.has(isin)) return true;
  if (unknown.has(isin)) return false;
  const { isin: code, symbol, name } = names;
  const near = unknown.size < MAX_NEAR ? nearNames(name === '' ? symbol : name, market.instruments.values()) : [];
  const label = [name, symbol, code].find((text) => text !== '' && text !== isin) ?? '';
  unknown.set(isin, { name: isin, label, file: place.file, near });
  return false;
}

/** Splits round to ten-thousandths of a share. */
const TOLERANCE_MICRO = 100;

/** Checks that the rows of a file add up to the holdings that the file states, if it states any. */
export function checkBalances({ balances, file }: Statement, held: readonly OpenHolding[], naming: Naming): void {
  const stated = new Map<string, { quantityMicro: number; place: Movement['place'] }>();
  for (const { names, quantityMicro, place } of balances) {
    const isin = isinOf(names, naming.names);
    if (isin === null || isin === SKIP) continue;
    stated.set(isin, { place, quantityMicro: (stated.get(isin)?.quantityMicro ?? 0) + quantityMicro });
  }
  if (stated.size === 0) return;
  const left = new Map<string, number>();
  for (const { isin, lots, place } of held) {
    const quantity = lots.reduce((sum, lot) => sum + lot.quantityMicro, 0);
    left.set(isin, (left.get(isin) ?? 0) + quantity);
    if (!stated.has(isin)) stated.set(isin, { place, quantityMicro: 0 });
  }
  for (const [isin, { quantityMicro, place }] of stated) {
    const made = left.get(isin) ?? 0;
    if (Math.abs(made - quantityMicro) <= TOLERANCE_MICRO) continue;
    const issue = `${file.name} states a holding of ${quantityMicro / 1e6} ${isin}, but its rows add up to ${made / 1e6}. Export it again, from the day the account was opened`;
    naming.findings.issues.push({ ...place, issue });
  }
}
