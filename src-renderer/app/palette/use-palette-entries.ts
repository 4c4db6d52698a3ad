/** Everything the palette can find just now, ready to be searched, and what could not be read of it. */
import { useMemo } from 'react';
import { useInstrumentsByIsin, usePortfolios, useRebalances } from '../../api/queries.ts';
import { COMMANDS } from '../../components/commands/command-table.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { type SearchableEntry, searchable } from './rank-entries.ts';
import {
  awaitEntries,
  compareEntries,
  instrumentEntries,
  planEntries,
  portfolioEntries,
  rebalanceEntries,
} from './world-entries.ts';

interface PaletteEntries {
  readonly entries: readonly SearchableEntry[];
  /** What is missing and why, as a sentence; null where nothing is. */
  readonly missing: string | null;
}

const COMMAND_ENTRIES: readonly PaletteEntry[] = COMMANDS.filter(({ byKeyOnly }) => byKeyOnly !== true).map(
  ({ id, group, title, does, keys, words }) => ({
    id: `command/${id}`,
    group,
    title,
    detail: '',
    words: `${group} ${words}`,
    does,
    ...(keys === undefined ? {} : { keys }),
  }),
);

export function usePaletteEntries(): PaletteEntries {
  const portfolios = usePortfolios();
  const rebalances = useRebalances();
  const instruments = useInstrumentsByIsin();
  const entries = useMemo(() => {
    const held = portfolios.data?.portfolios ?? [];
    const made = rebalances.data?.rebalances ?? [];
    return searchable([
      ...awaitEntries(made),
      ...COMMAND_ENTRIES,
      ...portfolioEntries(held),
      ...planEntries(held),
      ...compareEntries(held),
      ...rebalanceEntries(made),
      ...instrumentEntries(instruments.values()),
    ]);
  }, [portfolios.data, rebalances.data, instruments]);
  const reads = [portfolios, rebalances].filter(({ data }) => data === undefined);
  return {
    entries,
    missing: formatMissing(reads.length > 0, reads.find(({ error }) => error !== null)?.error?.message),
  };
}

function formatMissing(isMissing: boolean, why: string | undefined): string | null {
  if (!isMissing) return null;
  return why === undefined ? 'Reading portfolios and rebalances …' : `Not all could be read. ${why}`;
}
