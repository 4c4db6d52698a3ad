/** The tax year that the address names; empty is the present one. */
import { useSearchParams } from 'react-router';
import { currentSearchParams } from '../../../../components/format/current-search-params.ts';

const NAME = 'tax_year';

export function useTaxYear(): readonly [string, (taxYear: string) => void] {
  const [params, setParams] = useSearchParams();
  const choose = (taxYear: string) =>
    setParams(
      () => {
        const after = currentSearchParams();
        if (taxYear === '') after.delete(NAME);
        else after.set(NAME, taxYear);
        return after;
      },
      { replace: true },
    );
  return [params.get(NAME) ?? '', choose];
}
