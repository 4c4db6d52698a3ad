/**
 * Makes the entries of a world file from holdings: positions with their lots in the base currency, cash, and targets if
 * the file has weights. A lot without a date is acquired at the beginning of the world; a position without a cost gets no
 * lots.
 */

import type { z } from 'zod';
import type { portfolioEntry } from '../../contract/scenario/world-file.ts';
import {
  type ACCOUNT_TYPES,
  FORM_A_CURRENCIES,
  FORM_B_CURRENCIES,
  type TAX_WRAPPERS,
} from '../../contract/service/portfolio-choices.ts';
import { formatInstant, parseInstant } from '../../domain/numbers/instant.ts';
import type { KnownMarket } from '../names/known-market.ts';
import type { DatedRates } from '../prices/dated-rates.ts';
import { type ImportIssues, lineOf } from '../source-file.ts';
import type { OpenHolding } from './fifo-lots.ts';
import type { HeldLot } from './lot-queue.ts';
import type { CashAmount } from './statement.ts';

/** An entry as written into a file, without the defaults that the schema adds. */
export type PortfolioEntry = z.input<typeof portfolioEntry>;

export interface EntryOptions {
  /** Base currency; `null`: the file's if the form has it, else EUR. */
  readonly currency: string | null;
  /** Exchange of all positions that are listed there; `null`: their primary exchange. */
  readonly exchange: string | null;
  /** `null`: B if the file has target weights, else A. */
  readonly form: 'A' | 'B' | null;
  /** For Form A: country of taxation, and kind of account. */
  readonly jurisdiction: string;
  readonly accountType: (typeof ACCOUNT_TYPES)[number];
  /** For Form B. */
  readonly wrapper: (typeof TAX_WRAPPERS)[number];
  /** Cash in the base currency, in place of the files' cash; `null`: the files' cash. */
  readonly cash: number | null;
  /** The beginning of the target world: no lot can be acquired later. */
  readonly presentMs: number;
}

export interface PortfolioParts {
  readonly name: string;
  readonly file: string;
  /** The file's currency; empty if it does not state one. */
  readonly currency: string;
  readonly held: readonly OpenHolding[];
  readonly cash: readonly CashAmount[];
  /** Date of its file's latest movement; `null` if none has a date. */
  readonly latest: string | null;
}

/** Returns `null` if the entry cannot be made, which is an issue. */
export function portfolioEntryOf(
  parts: PortfolioParts,
  market: KnownMarket,
  options: EntryOptions,
  rates: DatedRates,
  findings: ImportIssues,
): PortfolioEntry | null {
  const { name, file, held } = parts;
  const weights = held.flatMap(({ isin, weight }) => (weight === null || weight === 0 ? [] : [{ isin, weight }]));
  const form = options.form ?? (weights.length > 0 ? 'B' : 'A');
  const fail = (issue: string) => findings.issues.push({ ...lineOf(file, 1), issue });
  const choices: readonly string[] = form === 'A' ? FORM_A_CURRENCIES : FORM_B_CURRENCIES;
  const currency = options.currency ?? (choices.includes(parts.currency) ? parts.currency : 'EUR');
  if (!choices.includes(currency))
    fail(`is in ${currency}, which Form ${form} does not support; choose another currency (--currency)`);
  if (form === 'B' && weights.length === 0)
    fail(
      'has no target weights, which plans for approval require; add a column of weights, or choose rebalancing in one step (--form A)',
    );
  const conversion = { presentMs: options.presentMs, currency, rates, findings };
  const positions = held
    .filter(({ lots }) => lots.length > 0)
    .map((each) => positionOf(each, market, options, conversion));
  const cash = options.cash ?? cashIn(parts.cash, parts.latest, conversion);
  if (findings.issues.length > 0) return null;
  const label = name.slice(0, 200);
  if (form === 'A') {
    const request = {
      name: label,
      currency,
      tax_jurisdiction: options.jurisdiction,
      account_type: options.accountType,
    };
    return { form, request: request as Extract<PortfolioEntry, { form: 'A' }>['request'], positions, cash };
  }
  const request = { external_id: label, currency, tax_wrapper: options.wrapper, targets: weights, cash };
  return { form, request: request as Extract<PortfolioEntry, { form: 'B' }>['request'], positions };
}

type Position = NonNullable<PortfolioEntry['positions']>[number];

interface Conversion {
  readonly presentMs: number;
  readonly currency: string;
  readonly rates: DatedRates;
  readonly findings: ImportIssues;
}

function positionOf(held: OpenHolding, market: KnownMarket, options: EntryOptions, conversion: Conversion): Position {
  const { isin, lots, place } = held;
  const instrument = market.instruments.get(isin);
  const listings = instrument?.listings ?? [];
  if (held.exchange !== '' && !listings.includes(held.exchange)) {
    const issue = `${isin} is not listed at ${held.exchange} but at ${listings.join(', ')}`;
    conversion.findings.issues.push({ ...held.exchangeAt, issue });
  }
  const chosen = options.exchange !== null && listings.includes(options.exchange) ? options.exchange : null;
  const exchange = held.exchange !== '' ? held.exchange : (chosen ?? instrument?.primaryExchange ?? '');
  const quantity = lots.reduce((sum, lot) => sum + lot.quantityMicro, 0) / 1_000_000;
  const stated = lots.map((lot) => statedLot(lot, held, conversion));
  const known = stated.flatMap((lot) => (lot === null ? [] : [lot]));
  const hasAll = known.length === stated.length;
  const missing = missingOf(lots, hasAll);
  if (missing !== null) {
    const price = hasAll ? 'their stated cost' : 'the current price';
    const issue = `has ${missing}, so its shares are treated as bought now at ${price}`;
    conversion.findings.leftOut.push({ ...place, issue });
  }
  return hasAll ? { isin, exchange, quantity, lots: known } : { isin, exchange, quantity };
}

/** Returns what some of the lots lack; null if they have a cost and a date. */
function missingOf(lots: readonly HeldLot[], hasRates: boolean): string | null {
  const lacksDate = lots.some(({ date }) => date === null);
  const lacksCost = lots.some(({ unitCostMicro }) => unitCostMicro === null);
  if (lacksCost) return lacksDate ? 'no cost and no date of purchase' : 'no cost';
  if (!lacksDate) return null;
  return hasRates ? 'no date of purchase' : 'no date of purchase, and no rate for its cost is among the files';
}

function statedLot(
  { quantityMicro, unitCostMicro, date, currency }: HeldLot,
  { place }: OpenHolding,
  conversion: Conversion,
) {
  if (unitCostMicro === null) return null;
  const now = formatInstant(conversion.presentMs);
  const acquiredAt = date === null ? now : `${date}T00:00:00Z`;
  if ((parseInstant(acquiredAt) ?? 0) > conversion.presentMs) {
    const issue = `is acquired on ${date}, after the current time of its world, ${now} (--clock)`;
    conversion.findings.issues.push({ ...place, issue });
    return null;
  }
  const from = currency === '' ? conversion.currency : currency;
  // Without a date, the latest rate counts, however old it is.
  const unitMicro = conversion.rates.convertMicro(unitCostMicro, from, conversion.currency, date);
  if (unitMicro === null) {
    if (date === null) return null;
    const issue = `costs ${from} on ${date}, and no rate to ${conversion.currency} is among the files`;
    conversion.findings.issues.push({ ...place, issue });
    return null;
  }
  return { quantity: quantityMicro / 1_000_000, unit_cost: unitMicro / 1_000_000, acquired_at: acquiredAt };
}

/** Returns whole cents, at the rates of the day of the latest movement; leaves out a debt. */
function cashIn(
  amounts: readonly CashAmount[],
  latest: string | null,
  { currency, rates, findings }: Conversion,
): number {
  let cents = 0;
  for (const { amountMicro, currency: from, place } of amounts) {
    const micro = rates.convertMicro(amountMicro, from === '' ? currency : from, currency, latest);
    if (micro !== null) cents += Math.round(micro / 10_000);
    else
      findings.leftOut.push({ ...place, issue: `is cash in ${from}, and no rate to ${currency} is among the files` });
  }
  const [first] = amounts;
  if (cents >= 0 || first === undefined) return cents / 100;
  findings.leftOut.push({
    ...first.place,
    issue: `is a negative balance of ${-cents / 100} ${currency}, which a portfolio cannot have`,
  });
  return 0;
}
