/**
 * Checks between the market's files, once each is well-formed: known names, no duplicates, and volatilities that the
 * factor model can produce. Collects every issue; never throws.
 */
import type {
  DividendFacts,
  Exchange,
  Instrument,
  SettlementRules,
  SimulationInputs,
  TransactionTax,
  VenueSettings,
} from './market-data.ts';
import { jsonPointer, type MarketDataIssue } from './market-data-error.ts';

/**
 * The parsed lists. A list that others refer to is null if any of its entries is invalid, so that no name is reported
 * as unknown because of an issue elsewhere; in lists that refer to others, only the invalid entries are null.
 */
interface ParsedLists {
  readonly exchanges: readonly Exchange[] | null;
  readonly instruments: readonly (Instrument | null)[];
  readonly venues: readonly (VenueSettings | null)[];
  readonly transactionTaxes: readonly TransactionTax[] | null;
  readonly settlement: SettlementRules | null;
  readonly simulation: SimulationInputs | null;
  readonly dividends: readonly DividendFacts[] | null;
}

/** Returns every issue between the files, in file order. */
export function crossCheck(lists: ParsedLists): readonly MarketDataIssue[] {
  const mics = lists.exchanges && new Set(lists.exchanges.map((exchange) => exchange.mic));
  const taxes = lists.transactionTaxes && new Set(lists.transactionTaxes.map((tax) => tax.code));
  return [
    ...duplicates('exchanges.json', 'exchanges', 'mic', lists.exchanges),
    ...duplicates('instruments.json', 'instruments', 'isin', lists.instruments),
    ...lists.instruments.flatMap((instrument, index) =>
      instrument === null
        ? []
        : instrumentIssues(instrument, { exchanges: mics, transactionTaxes: taxes, simulation: lists.simulation }).map(
            ({ pointer, issue }) => ({ file: 'instruments.json', pointer: `/instruments/${index}${pointer}`, issue }),
          ),
    ),
    ...duplicates('transaction-taxes.json', 'taxes', 'code', lists.transactionTaxes),
    ...duplicates('venues.json', 'venues', 'mic', lists.venues),
    ...venueIssues(lists.venues, lists.exchanges),
    ...duplicates('dividends.json', 'instruments', 'isin', lists.dividends),
    ...dividendIssues(lists.dividends ?? [], lists.instruments),
    ...settlementIssues(lists.settlement, lists.exchanges),
  ];
}

function dividendIssues(
  dividends: readonly DividendFacts[],
  instruments: readonly (Instrument | null)[],
): MarketDataIssue[] {
  if (instruments.includes(null)) return [];
  const isins = new Set(instruments.map((instrument) => instrument?.isin));
  return dividends.flatMap(({ isin }, index) =>
    isins.has(isin) ? [] : [issueAt('dividends.json', ['instruments', index, 'isin'], `${isin} is not an instrument`)],
  );
}

function duplicates<K extends string>(
  file: string,
  list: string,
  key: K,
  entries: readonly (Readonly<Record<K, string>> | null)[] | null,
): MarketDataIssue[] {
  const seen = new Set<string>();
  return (entries ?? []).flatMap((entry, index) => {
    if (entry === null) return [];
    const repeated = seen.has(entry[key]);
    seen.add(entry[key]);
    return repeated ? [issueAt(file, [list, index, key], `${entry[key]} appears more than once`)] : [];
  });
}

/** The objects that an instrument may refer to; `null` if they are not known. */
interface CheckedInstrument {
  readonly exchanges: Names | null;
  readonly transactionTaxes: Names | null;
  readonly simulation: Pick<SimulationInputs, 'marketAnnualVolatility'> | null;
}

type Names = { has(name: string): boolean };

/** Returns the issues of an instrument against the rest of the market's data, with pointers into its entry. */
export function instrumentIssues(instrument: Instrument, terms: CheckedInstrument): EntryIssue[] {
  return [
    ...listingIssues(instrument, terms.exchanges),
    ...taxIssues(instrument, terms.transactionTaxes),
    ...volatilityIssues(instrument, terms.simulation),
  ];
}

type EntryIssue = Pick<MarketDataIssue, 'pointer' | 'issue'>;

function listingIssues(instrument: Instrument, mics: Names | null): EntryIssue[] {
  const issues = instrument.listings.flatMap((mic, position): EntryIssue[] => {
    const pointer = `/listings/${position}`;
    if (mics !== null && !mics.has(mic)) return [{ pointer, issue: `${mic} is not a known exchange` }];
    const repeated = instrument.listings.indexOf(mic) !== position;
    return repeated ? [{ pointer, issue: `${mic} appears more than once` }] : [];
  });
  if (!instrument.listings.includes(instrument.primaryExchange)) {
    issues.push({ pointer: '/primary_exchange', issue: `${instrument.primaryExchange} is not among the listings` });
  }
  return issues;
}

function taxIssues(instrument: Instrument, codes: Names | null): EntryIssue[] {
  return instrument.buyerTaxes.flatMap((code, position) =>
    codes === null || codes.has(code)
      ? []
      : [{ pointer: `/buyer_taxes/${position}`, issue: `${code} is not a known transaction tax` }],
  );
}

/** The market's part of the variance must leave a part for the sector and the instrument itself. */
function volatilityIssues(instrument: Instrument, simulation: CheckedInstrument['simulation']): EntryIssue[] {
  if (simulation === null) return [];
  const marketPart = Math.abs(instrument.marketBeta) * simulation.marketAnnualVolatility;
  if (marketPart < instrument.annualVolatility) return [];
  const issue = `${instrument.annualVolatility} is not above |market_beta| x market volatility, ${marketPart}`;
  return [{ pointer: '/annual_volatility', issue }];
}

function venueIssues(
  venues: readonly (VenueSettings | null)[],
  exchanges: readonly Exchange[] | null,
): MarketDataIssue[] {
  if (exchanges === null) return [];
  const exchangeMics = new Set(exchanges.map((exchange) => exchange.mic));
  const unknown = venues.flatMap((venue, index) =>
    venue === null || exchangeMics.has(venue.mic)
      ? []
      : [issueAt('venues.json', ['venues', index, 'mic'], `${venue.mic} is not an exchange in exchanges.json`)],
  );
  if (venues.includes(null)) return unknown;
  const missing = exchanges
    .filter(({ mic }) => !venues.some((venue) => venue?.mic === mic))
    .map(({ mic }) => issueAt('venues.json', ['venues'], `has no settings for ${mic}`));
  return [...unknown, ...missing];
}

function settlementIssues(
  settlement: SettlementRules | null,
  exchanges: readonly Exchange[] | null,
): MarketDataIssue[] {
  if (settlement === null || exchanges === null) return [];
  const known = new Set(exchanges.map((exchange) => exchange.mic));
  const unknown = [...settlement.holidays.keys()].filter((mic) => !known.has(mic));
  return unknown.map((mic) => issueAt('settlement.json', ['calendars'], `${mic} is not an exchange in exchanges.json`));
}

function issueAt(file: string, segments: readonly PropertyKey[], issue: string): MarketDataIssue {
  return { file, pointer: jsonPointer(segments), issue };
}
