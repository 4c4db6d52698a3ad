/**
 * Dialogs that are stored in the address (`?dialog=new-key`, for a row `?dialog=rotate&of=wh_1`), so that a link or a
 * command can open them. The only way for a screen to open a dialog, except for those about selected rows, which have
 * no address.
 */
import { useSearchParams } from 'react-router';
import { useChangeSearch } from '../format/current-search-params.ts';

/** They are about the whole world, so they open on every screen. */
export const WORLD_DIALOGS = ['save-snapshot', 'snapshots', 'reset'] as const;

const NAME = 'dialog';
const OF = 'of';

interface AddressDialogs<Name extends string> {
  /** Null: none of them is open. */
  readonly open: Name | null;
  /** The id of its subject, if a screen has several; otherwise empty. */
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
