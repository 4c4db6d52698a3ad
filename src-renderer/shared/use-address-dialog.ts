/** A dialog that has a place in the address (`?dialog=new-key`), so that a link or a command can open it. */
import { useSearchParams } from 'react-router';
import { queryNow } from './query-now.ts';

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
        const after = queryNow();
        if (value === null) after.delete(NAME);
        else after.set(NAME, value);
        return after;
      },
      { replace },
    );
  return { isOpen, open: () => set(name, false), close: () => isOpen && set(null, true) };
}
