/** Names that no instrument has: each is mapped to one, by symbol, name or ISIN, or left out. */
import { Select, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { sortedBySymbol } from '../forms/instrument-select.tsx';
import { matchesFilter } from '../tables/filter-box.tsx';
import type { ImportDraft, ImportReport } from './import-draft.ts';

interface ImportNamesProps {
  readonly unknown: ImportReport['unknown'];
  readonly mapping: ImportDraft['mapping'];
  readonly onMap: (name: string, target: string | null) => void;
}

const SKIP = { value: 'skip', label: 'Leave it out' };
/** More than anybody reads; who types another letter sees the others. */
const SHOWN = 40;

export function ImportNames({ unknown, mapping, onMap }: ImportNamesProps) {
  const known = useInstrumentsByIsin();
  const options = useMemo(
    () => [
      SKIP,
      ...sortedBySymbol(known.values())
        .filter(({ test }) => test !== true)
        .map(({ isin, symbol, name }) => ({ value: isin, label: `${symbol} · ${name} · ${isin}` })),
    ],
    [known],
  );
  const names = [...new Set([...Object.keys(mapping), ...unknown.map(({ name }) => name)])];
  if (names.length === 0) return null;
  return (
    <Stack gap={6}>
      <Text component="h3" fw={600} fz="sm">
        What these names stand for
      </Text>
      {names.map((name) => {
        const near = unknown.find((each) => each.name === name)?.near ?? [];
        return (
          <Select
            key={name}
            size="xs"
            label={name}
            description={near.length === 0 ? undefined : `Similar: ${near.map((each) => each.name).join(', ')}`}
            placeholder="Choose by symbol, name or ISIN"
            searchable
            clearable
            clearButtonProps={{ 'aria-label': `Forget what ${name} stands for` }}
            limit={SHOWN}
            nothingFoundMessage="No instrument of this market"
            data={options}
            filter={({ options: all, search, limit }) =>
              all.filter((option) => 'label' in option && matchesFilter(search, [option.label])).slice(0, limit)
            }
            value={mapping[name] ?? null}
            onChange={(target) => onMap(name, target)}
          />
        );
      })}
    </Stack>
  );
}
