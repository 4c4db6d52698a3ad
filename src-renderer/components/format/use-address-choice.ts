/** Choices of a view that are stored in the address, so that a link shows the same. The default is not stored. */
import { useSearchParams } from 'react-router';
import { useChangeSearch } from './current-search-params.ts';

export function useAddressText(name: string, usual = ''): readonly [string, (text: string) => void] {
  const [params] = useSearchParams();
  const change = useChangeSearch();
  return [params.get(name) ?? usual, (text) => change({ [name]: text === usual ? '' : text })];
}

/** An address with none of `choices` means the first. */
export function useAddressChoice<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): readonly [Choice, (choice: Choice) => void] {
  const [text, choose] = useAddressText(name, choices[0]);
  return [choices.find((choice) => choice === text) ?? choices[0], choose];
}
