/** A dialog that has a place in the address (`?dialog=new-key`), so that a link or a command can open it. */
import { useSearchParams } from 'react-router';
import { useChangeSearch } from '../format/current-search-params.ts';

const NAME = 'dialog';

export function useAddressDialog(name: string) {
  const [params] = useSearchParams();
  const change = useChangeSearch();
  const isOpen = params.get(NAME) === name;
  return { isOpen, open: () => change({ [NAME]: name }, false), close: () => isOpen && change({ [NAME]: '' }) };
}
