/** One of a few choices that has its place in the address, so that a link shows the same. The first is not written there. */
import { useSearchParams } from 'react-router';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';

/** An address that names none of `choices` means the first. */
export function useAddressChoice<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): readonly [Choice, (choice: Choice) => void] {
  const [params, setParams] = useSearchParams();
  const chosen = choices.find((choice) => choice === params.get(name)) ?? choices[0];
  // Choosing is not going somewhere: the back button leads to where the page was opened from.
  const choose = (choice: Choice) =>
    setParams(
      () => {
        const after = currentSearchParams();
        if (choice === choices[0]) after.delete(name);
        else after.set(name, choice);
        return after;
      },
      { replace: true },
    );
  return [chosen, choose];
}
