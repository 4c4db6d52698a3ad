/** Reads and changes the query of the address. */
import { useNavigate } from 'react-router';
import { shownPath } from '../../state/own-world.ts';

/**
 * The query of the address as it is now. The router draws a new address in a transition, so what it last drew can be one
 * choice behind: a choice made meanwhile has to go by this, or it would take the one before it back.
 */
export function currentSearchParams(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}

const TEXT_FILTER = 'filter-';
const DIALOG = ['dialog', 'of'];

/** The parameter that has the text of a table's filter, of which a screen may have several: `filter-cash-flows`. */
export function textFilterName(table: string): string {
  return `${TEXT_FILTER}${table.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

/** The same with what stands in the address beside what a screen writes there: text filters, and the dialog that is open. */
export function withStanding(search: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(search);
  for (const [name, text] of currentSearchParams())
    if (name.startsWith(TEXT_FILTER) || DIALOG.includes(name)) after.set(name, text);
  return after;
}

/** An address without the dialog that is open in it; the same text where none is. */
export function withoutDialog(address: string): string {
  const after = new URL(address);
  if (!after.searchParams.has('dialog')) return address;
  for (const name of DIALOG) after.searchParams.delete(name);
  return after.href;
}

/** Sets parameters, and takes away those that are empty. The back button leads to the page before, unless `replace` is false. */
export function useChangeSearch(): (values: Readonly<Record<string, string>>, replace?: boolean) => void {
  const navigate = useNavigate();
  return (values, replace = true) => {
    const after = currentSearchParams();
    for (const [name, value] of Object.entries(values)) {
      if (value === '') after.delete(name);
      else after.set(name, value);
    }
    // What was under way when the page was left changes the address of the page that is shown now, and leads nowhere else.
    const { hash } = window.location;
    navigate({ pathname: shownPath(), search: after.toString(), hash }, { replace });
  };
}
