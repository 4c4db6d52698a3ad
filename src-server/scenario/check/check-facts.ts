/** Checks that the exchanges, instruments and sectors named in a file exist. What clients send is not checked. */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import { kindOf, type ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import type { WorldContents } from '../../contract/scenario/world-file.ts';

export interface KnownFacts {
  readonly mics: readonly string[];
  readonly isins: ReadonlySet<string>;
  readonly currencies: readonly string[];
  /** Sectors of instruments, sorted: they can be moved together (decision O11). */
  readonly sectors: readonly string[];
}

/** Steps with which the control plane gets these names; a client may send unknown ones in order to be refused. */
const KINDS = new Set(['expect_state', 'fault', 'market', 'market_event', 'corporate_action', 'exchange', 'advance']);

export function stepFacts(facts: KnownFacts, step: ScenarioStep): IssuePlace[] {
  const kind = kindOf(step);
  if (kind === null || !KINDS.has(kind)) return [];
  return [...unknownFacts(facts, step, []), ...unknownCurrency(facts, step)];
}

/** Checks the currency of a pin, which must be known for an exchange rate. */
function unknownCurrency({ currencies }: KnownFacts, step: ScenarioStep): IssuePlace[] {
  const market: unknown = 'market' in step ? step.market : null;
  const pin = typeof market === 'object' && market !== null && 'pin' in market ? market.pin : null;
  const currency = typeof pin === 'object' && pin !== null && 'currency' in pin ? pin.currency : null;
  if (typeof currency !== 'string' || hasReference(currency) || currencies.includes(currency)) return [];
  const issue = `there is no currency ${currency}${didYouMean(currency, currencies)}; currencies are ${currencies.join(', ')}`;
  return [{ path: ['market', 'pin', 'currency'], issue }];
}

/** Adds the ISINs that corporate actions of a scenario give to instruments (decision O3). */
export function withNewIsins(facts: KnownFacts, steps: readonly ScenarioStep[]): KnownFacts {
  const given = steps.flatMap((step) => {
    const action: unknown = 'corporate_action' in step ? step.corporate_action : null;
    return typeof action === 'object' && action !== null && 'new_isin' in action ? [String(action.new_isin)] : [];
  });
  return given.length === 0 ? facts : { ...facts, isins: new Set([...facts.isins, ...given]) };
}

/** Checks a world; `facts` include the instruments that it defines itself. */
export function worldFacts(facts: KnownFacts, world: unknown): IssuePlace[] {
  if (typeof world !== 'object' || world === null) return [];
  const { exchanges, ...rest } = world as Partial<WorldContents>;
  const strange = Object.keys(exchanges ?? {}).filter((mic) => !facts.mics.includes(mic));
  return [
    ...strange.map((mic) => ({ path: ['exchanges', mic], issue: noExchange(facts, mic) })),
    ...unknownFacts(facts, rest, []),
    ...takenNames(rest),
  ];
}

/** Each name must belong to one portfolio or one webhook endpoint. */
export function takenNames(world: object): IssuePlace[] {
  const names = NAMED.flatMap((list) => {
    const entries: unknown = (world as Readonly<Record<string, unknown>>)[list];
    return Array.isArray(entries)
      ? entries.map((entry: unknown, index) => ({ path: [list, index, 'as'], name: nameOf(entry) }))
      : [];
  });
  return names.flatMap(({ path, name }, index) => {
    const first = names.findIndex((each) => each.name === name);
    const [list, number] = names[first]?.path ?? [];
    if (name === null || first === index) return [];
    return [{ path, issue: `is already taken by ${list} number ${Number(number) + 1}` }];
  });
}

const NAMED = ['webhooks', 'portfolios'];

function nameOf(entry: unknown): string | null {
  const name: unknown = typeof entry === 'object' && entry !== null && 'as' in entry ? entry.as : null;
  return typeof name === 'string' ? name : null;
}

const EXCHANGE_KEYS = new Set(['exchange', 'of', 'primary_exchange']);
const ISIN_KEYS = new Set(['isin', 'unpin']);
/** A currency can be unpinned, too. */
const ISIN_LENGTH = 12;

function* unknownFacts(facts: KnownFacts, value: unknown, path: readonly PropertyKey[]): Generator<IssuePlace> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, key];
    if (typeof member !== 'string') yield* unknownFacts(facts, member, at);
    else if (hasReference(member)) continue;
    else if (EXCHANGE_KEYS.has(key) && !facts.mics.includes(member))
      yield { path: at, issue: noExchange(facts, member) };
    else if (key === 'sector' && !facts.sectors.includes(member)) yield { path: at, issue: noSector(facts, member) };
    else if (ISIN_KEYS.has(key) && member.length === ISIN_LENGTH && !facts.isins.has(member)) {
      yield { path: at, issue: `there is no instrument ${member}${didYouMean(member, [...facts.isins])}` };
    }
  }
}

function noExchange({ mics }: KnownFacts, mic: string): string {
  return `there is no exchange ${mic}; exchanges are ${mics.join(', ')}`;
}

function noSector({ sectors }: KnownFacts, sector: string): string {
  return `no instrument has the sector ${sector}${didYouMean(sector, sectors)}; sectors are ${sectors.join(', ')}`;
}
