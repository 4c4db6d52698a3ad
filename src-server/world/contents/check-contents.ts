/** Validates the contents of a world before the world exists: its market, prices, faults. Creates nothing. */
import type { WorldContents } from '../../contract/scenario/world-file.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import { type CustomMarket, createCustomMarket } from '../../market/data/custom-market.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { worldFaultIssues } from '../../scenario/check/check-faults.ts';
import { customMarketOf } from './custom-market.ts';
import { type ContentsPlace, readSeries, type SeriesToLoad } from './series-files.ts';
import { withStubContents } from './stub-files.ts';

export interface CheckedContents {
  /** Including the content of the files that stubs name. */
  readonly world: WorldContents;
  readonly own: CustomMarket | null;
  /** Prices to load before anything else is created. */
  readonly series: readonly SeriesToLoad[];
  /** With pointers into the contents. */
  readonly faults: readonly ValidationIssue[];
  /** Bad rows of price files, as lines for people. */
  readonly badRows: readonly string[];
}

/**
 * `shared` is the market of all worlds; `beginsMs`: virtual time of a world that is created from the contents, if
 * known.
 */
export function checkContents(
  contents: WorldContents,
  place: ContentsPlace | null,
  shared: MarketData,
  beginsMs: number | null = null,
): CheckedContents {
  const stubs = withStubContents(contents.faults, place);
  const world = { ...contents, faults: [...stubs.faults] };
  const reported = [...stubs.issues, ...worldFaultIssues(world.faults, beginsMs)];
  const own = customMarketOf(world);
  const laid = own === null ? ({ ok: true, market: shared } as const) : createCustomMarket(shared, own);
  if (laid.ok) {
    const { faults, ...read } = readSeries(world.series, place, laid.market);
    return { world, own, ...read, faults: [...faults, ...reported] };
  }
  // Without its instruments, prices cannot be validated.
  const faults = laid.issues.map(({ pointer, issue }) => ({ path: pointer, issue }));
  return { world, own, series: [], faults: [...faults, ...reported], badRows: [] };
}
