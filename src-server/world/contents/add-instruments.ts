/**
 * Adds custom instruments to a running world: stored with its market, which is read when a world opens (decision P4).
 */
import { invariant } from '../../domain/invariant.ts';
import type { InstrumentService, MarketInstrument } from '../../engine/instrument-service.ts';
import { accepted, type Outcome, refused, type ValidationIssue } from '../../engine/outcome.ts';
import type { World } from '../../engine/world.ts';
import { type CustomMarket, createCustomMarket } from '../../market/data/custom-market.ts';
import type { HostedWorld } from '../hosted-world.ts';
import type { ServerParts } from '../server-parts.ts';
import { customMarketHash, NO_CUSTOM_MARKET, storeCustomMarket } from './custom-market.ts';

interface ReopenedWorld {
  readonly live: HostedWorld;
  /** Reopens the hosted world before it handles the next request. */
  reopen(): void;
}

export function createInstrumentService({ facts }: Pick<ServerParts, 'facts'>, host: ReopenedWorld): InstrumentService {
  return {
    add(instruments) {
      const { world, settings } = host.live;
      if (world.kernel.clock.advance !== null) {
        return refused('already_executing', 'An advance is under way. Wait until it ends, or stop it first.');
      }
      const before = world.customMarket ?? NO_CUSTOM_MARKET;
      const own = { ...before, instruments: [...before.instruments, ...instruments] };
      const checked = addedTo(world, own, before.instruments.length, facts.market);
      if (!checked.ok) return checked;
      world.kernel.execute((unit) => {
        storeCustomMarket(settings, own);
        const added = checked.value.map(({ isin, name, listings }) => ({ isin, name, exchanges: [...listings] }));
        const market = customMarketHash(settings);
        invariant(market !== null, 'a market that was stored has a hash');
        unit.emit('market.instruments_added', { instruments: added, market });
      });
      host.reopen();
      return checked;
    },
  };
}

/** Returns the instruments from `first` on, or the issue of one whose ISIN the world knows under another name. */
function addedTo(
  { market, instrumentChanges }: World,
  own: CustomMarket,
  first: number,
  shared: ServerParts['facts']['market'],
): Outcome<readonly MarketInstrument[]> {
  const laid = createCustomMarket(shared, own);
  const added = own.instruments.slice(first);
  const renamed = added.flatMap(({ isin }, index): ValidationIssue[] => {
    const isNew = !market.instruments.has(isin) && instrumentChanges.root(isin) === isin;
    return isNew ? [] : [{ path: `/instruments/${index}/isin`, issue: `${isin} already exists` }];
  });
  const others = laid.ok ? [] : laid.issues.map(({ pointer, issue }) => ({ path: pointerFrom(pointer, first), issue }));
  const known = new Set(renamed.map(({ path }) => path));
  const issues = [...renamed, ...others.filter(({ path }) => !known.has(path))];
  if (!laid.ok || issues.length > 0) {
    const text = issues.map(({ path, issue }) => `${path} ${issue}`).join('; ');
    return refused('invalid_request', `The instruments cannot be added: ${text}.`, issues);
  }
  return accepted(added.flatMap(({ isin }) => laid.market.instruments.get(isin) ?? []));
}

/** Converts a pointer into the list of all custom instruments to one into the list without the first ones. */
function pointerFrom(pointer: string, first: number): string {
  return pointer.replace(/^\/instruments\/(\d+)/, (_, index: string) => `/instruments/${Number(index) - first}`);
}
