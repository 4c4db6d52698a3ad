/** Reads and changes the query of the address. */
import { useSearchParams } from 'react-router';

/**
 * The query of the address as it is now. The router draws a new address in a transition, so what it last drew can be one
 * choice behind: a choice made meanwhile has to go by this, or it would take the one before it back.
 */
export function currentSearchParams(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}

/** Sets parameters, and takes away those that are empty. The back button leads to the page before, unless `replace` is false. */
export function useChangeSearch(): (values: Readonly<Record<string, string>>, replace?: boolean) => void {
  const [, setParams] = useSearchParams();
  return (values, replace = true) =>
    setParams(
      () => {
        const after = currentSearchParams();
        for (const [name, value] of Object.entries(values)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace },
    );
}
