/** The filter of a list: its text is kept per screen, `/` jumps into it (`data-view-filter`), Escape empties it. */
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { usePreferences } from '../../state/preferences-store.ts';
import { NextStep } from '../layout/next-step.tsx';

interface FilterBoxProps {
  readonly screen: string;
  readonly label: string;
  readonly w?: number;
}

export function FilterBox({ screen, label, w = 260 }: FilterBoxProps) {
  const text = useFilter(screen);
  const setFilter = usePreferences((state) => state.setFilter);
  return (
    <TextInput
      data-view-filter
      w={w}
      aria-label={label}
      placeholder="Filter ( / )"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="xs" aria-label="Clear the filter" onClick={() => setFilter(screen, '')} />
      }
      value={text}
      onChange={(event) => setFilter(screen, event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && setFilter(screen, '')}
    />
  );
}

/** What one can do where the filter, or the choices that `clear` takes back, leave no row. */
export function ClearFilters({ screen, clear }: { readonly screen?: string; readonly clear?: () => void }) {
  const setFilter = usePreferences((state) => state.setFilter);
  const clearAll = () => {
    if (screen !== undefined) setFilter(screen, '');
    clear?.();
  };
  return <NextStep onClick={clearAll}>Clear all filters</NextStep>;
}

export function useFilter(screen: string): string {
  return usePreferences((state) => state.filters[screen]) ?? '';
}

/** True when every word of the filter is somewhere in the texts. */
export function matchesFilter(filter: string, texts: readonly string[]): boolean {
  const haystack = texts.join(' ').toLowerCase();
  const words = filter.toLowerCase().split(/\s+/);
  return words.every((word) => haystack.includes(word));
}
