/** Writes a screen's choices to its address once they stop changing, replacing the entry: back leaves the screen. */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { currentSearchParams, withStanding } from '../format/current-search-params.ts';

const REST_MS = 350;

/** `search`: the text after the question mark. */
export function useDebouncedUrl(search: string): void {
  const navigate = useNavigate();
  const [rested] = useDebouncedValue(search, REST_MS);
  useEffect(() => {
    // The browser's own address, not the page's, which is rendered a moment later.
    const wanted = withStanding(new URLSearchParams(rested)).toString();
    if (currentSearchParams().toString() !== wanted) navigate({ search: wanted }, { replace: true });
  }, [rested, navigate]);
}
