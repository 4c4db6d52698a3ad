/** The filter of a list: its text is kept per screen, `/` jumps into it (`data-view-filter`), Escape empties it. */
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { usePreferences } from '../../state/preferences-store.ts';

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

export function useFilter(screen: string): string {
  return usePreferences((state) => state.filters[screen]) ?? '';
}

/** True when every word of the filter is somewhere in the texts. */
export function matchesFilter(filter: string, texts: readonly string[]): boolean {
  const haystack = texts.join(' ').toLowerCase();
  const words = filter.toLowerCase().split(/\s+/);
  return words.every((word) => haystack.includes(word));
}
