/** A dialog that has a place in the address (`?dialog=new-key`), so that a link or a command can open it. */
import { useSearchParams } from 'react-router';
import { currentSearchParams } from '../format/current-search-params.ts';

interface AddressDialog {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

const NAME = 'dialog';

export function useAddressDialog(name: string): AddressDialog {
  const [params, setParams] = useSearchParams();
  const isOpen = params.get(NAME) === name;
  const set = (value: string | null, replace: boolean) =>
    setParams(
      () => {
        const after = currentSearchParams();
        if (value === null) after.delete(NAME);
        else after.set(NAME, value);
        return after;
      },
      { replace },
    );
  return { isOpen, open: () => set(name, false), close: () => isOpen && set(null, true) };
}
