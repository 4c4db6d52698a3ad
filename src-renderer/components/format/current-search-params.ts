/** Reads and changes the query of the address. */
import { useNavigate } from 'react-router';
import { shownPath } from '../../state/own-world.ts';

/**
 * The current query of the address. The router renders a new address in a transition, so its latest render can be one
 * choice behind: a choice made meanwhile must use this, or it would revert the previous one.
 */
export function currentSearchParams(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}

const TEXT_FILTER = 'filter-';
const DIALOG = ['dialog', 'of'];

/** The parameter with the text of a table's filter, of which a screen may have several: `filter-cash-flows`. */
export function textFilterName(table: string): string {
  return `${TEXT_FILTER}${table.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

/** Adds the parameters of the address that the screen does not write: text filters, and the open dialog. */
export function withStanding(search: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(search);
  for (const [name, text] of currentSearchParams())
    if (name.startsWith(TEXT_FILTER) || DIALOG.includes(name)) after.set(name, text);
  return after;
}

/** An address without its open dialog; the same text if there is none. */
export function withoutDialog(address: string): string {
  const after = new URL(address);
  if (!after.searchParams.has('dialog')) return address;
  for (const name of DIALOG) after.searchParams.delete(name);
  return after.href;
}

/**
 * Sets parameters, and removes those that are empty. The back button leads to the previous page, unless `replace` is
 * false.
 */
export function useChangeSearch(): (values: Readonly<Record<string, string>>, replace?: boolean) => void {
  const navigate = useNavigate();
  return (values, replace = true) => {
    const after = currentSearchParams();
    for (const [name, value] of Object.entries(values)) {
      if (value === '') after.delete(name);
      else after.set(name, value);
    }
    // An action that was running when the user left the page changes the current page's address, and navigates nowhere.
    const { hash } = window.location;
    navigate({ pathname: shownPath(), search: after.toString(), hash }, { replace });
  };
}
