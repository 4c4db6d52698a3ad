/**
 * A part of the address that changes as fast as keys repeat: it holds at once, and the address follows once it stands still.
 * An address that changes otherwise, by a link or the back button, has the last word.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';

const STANDS_STILL_MS = 120;

/** `inPlaceOf` is another part, which this one takes the place of. */
export function useDebouncedSearchParam(name: string, inPlaceOf: string): [string | null, (value: string) => void] {
  const [query, setQuery] = useSearchParams();
  const inAddress = query.get(name);
  const [value, setValue] = useState(inAddress);
  const [settled] = useDebouncedValue(value, STANDS_STILL_MS);
  const written = useRef(inAddress);
  const write = useEffectEvent((next: string | null) => {
    if (next === null || next === written.current) return;
    written.current = next;
    setQuery(
      () => {
        const params = currentSearchParams();
        params.set(name, next);
        params.delete(inPlaceOf);
        return params;
      },
      { replace: true },
    );
  });
  useEffect(() => write(settled), [settled]);
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setValue(inAddress);
  }, [inAddress]);
  return [value, setValue];
}
