/**
 * Dialogs that have a place in the address (`?dialog=new-key`, of a row `?dialog=rotate&of=wh_1`), so that a link or a command
 * can open them. The one way in which a screen opens what it asks; only what is asked about selected rows has no address.
 */
import { useSearchParams } from 'react-router';
import { useChangeSearch } from '../format/current-search-params.ts';

/** They are of the whole world, so they open on every screen. */
export const WORLD_DIALOGS = ['save-snapshot', 'snapshots', 'reset'] as const;

const NAME = 'dialog';
const OF = 'of';

interface AddressDialogs<Name extends string> {
  /** Null: none of them is open. */
  readonly open: Name | null;
  /** What it is about, where a screen has several of a kind; empty elsewhere. */
  readonly of: string;
  readonly show: (name: Name, of?: string) => void;
  readonly close: () => void;
}

export function useAddressDialogs<Name extends string>(names: readonly Name[]): AddressDialogs<Name> {
  const [params] = useSearchParams();
  const change = useChangeSearch();
  const open = names.find((name) => name === params.get(NAME)) ?? null;
  return {
    open,
    of: params.get(OF) ?? '',
    show: (name, of = '') => change({ [NAME]: name, [OF]: of }, false),
    close: () => open !== null && change({ [NAME]: '', [OF]: '' }),
  };
}

export function useAddressDialog(name: string) {
  const { open, show, close } = useAddressDialogs([name]);
  return { isOpen: open !== null, open: () => show(name), close };
}
