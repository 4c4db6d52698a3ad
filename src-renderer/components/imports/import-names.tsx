/** Unknown names: each is mapped to an instrument, by symbol, name or ISIN, or to cash in a currency, or omitted. */
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useInstrumentsByIsin, useRateTable } from '../../api/market-api.ts';
import { matchesFilter } from '../filters/filter-box.tsx';
import { sortedBySymbol } from '../forms/instrument-select.tsx';
import { PickOne } from '../forms/picker.tsx';
import type { ImportDraft, ImportReport } from './import-draft.ts';
import classes from './import-preview.module.css';

interface ImportNamesProps {
  readonly unknown: ImportReport['unknown'];
  readonly mapping: ImportDraft['mapping'];
  /** Whether a name may mean an instrument that does not exist yet. */
  readonly canBeNew: boolean;
  /** Whether a name may mean cash, as in a table of positions. */
  readonly canBeCash: boolean;
  readonly onMap: (name: string, target: string | null) => void;
}

const NEW = { value: 'new', label: 'A new instrument' };
const SKIP = { value: 'skip', label: 'Ignore' };
/** More than anybody reads; another typed letter reveals the others. */
const SHOWN = 40;

export function ImportNames({ unknown, mapping, canBeNew, canBeCash, onMap }: ImportNamesProps) {
  const known = useInstrumentsByIsin();
  const { data: rates } = useRateTable();
  const options = useMemo(
    () => [
      SKIP,
      ...(canBeNew ? [NEW] : []),
      ...(canBeCash ? (rates?.currencies ?? []) : []).map(({ currency }) => ({
        value: currency,
        label: `Cash in ${currency}`,
      })),
      ...sortedBySymbol(known.values())
        .filter(({ test }) => test !== true)
        .map(({ isin, symbol, name }) => ({ value: isin, label: `${symbol} · ${name} · ${isin}` })),
    ],
    [known, rates, canBeNew, canBeCash],
  );
  const names = [...new Set([...Object.keys(mapping), ...unknown.map(({ name }) => name)])];
  if (names.length === 0) return null;
  return (
    <Stack gap={6}>
      <Text component="h3" fw={600} fz="sm">
        Match these names
      </Text>
      <SimpleGrid className={classes.choices} cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        {names.map((name) => {
          const { near = [], label = '' } = unknown.find((each) => each.name === name) ?? {};
          return (
            <PickOne
              key={name}
              size="xs"
              label={label === '' ? name : `${name} · ${label}`}
              classNames={{ label: classes.choiceLabel, description: classes.choiceLabel }}
              description={near.length === 0 ? undefined : `Similar: ${near.map((each) => each.name).join(', ')}`}
              placeholder="Choose by symbol, name or ISIN"
              searchable
              clearable
              clearButtonProps={{ 'aria-label': `Clear the instrument for ${name}` }}
              limit={SHOWN}
              nothingFoundMessage="No matching instrument"
              data={options}
              filter={({ options: all, search, limit }) =>
                all.filter((option) => 'label' in option && matchesFilter(search, [option.label])).slice(0, limit)
              }
              value={mapping[name] ?? null}
              onChange={(target) => onMap(name, target)}
            />
          );
        })}
      </SimpleGrid>
    </Stack>
  );
}
