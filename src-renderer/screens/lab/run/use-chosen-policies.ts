/**
 * The policies of a run that are shown and compared: one or two, stored in the address by index, by default the first
 * two.
 */
import type { LabPolicyResult } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';
import { useAddressText } from '../../../components/format/use-address-choice.ts';

const NAME = 'policies';
const MAX_CHOSEN = 2;

export function useChosenPolicies(policies: readonly LabPolicyResult[]) {
  const [text, write] = useAddressText(NAME);
  const places = chosenPlaces(text, policies.length);
  const choose = (next: readonly number[]) => write(next.join('-'));
  return {
    chosen: places.flatMap((index) => policies[index] ?? []),
    choose: (names: readonly string[]) => choose(names.map((name) => placeOf(policies, name))),
    /** Shows it in place of the one chosen before the last; hides it if it is one of two. */
    toggle: (name: string) => {
      // The latest render may be one choice behind.
      const current = chosenPlaces(currentSearchParams().get(NAME) ?? '', policies.length);
      choose(toggled(current, placeOf(policies, name)));
    },
  };
}

export function chosenPlaces(text: string, count: number): readonly number[] {
  const named = [...new Set(text.split('-').filter(Boolean).map(Number))].filter(
    (index) => index >= 0 && index < count,
  );
  const places = named.length > 0 ? named : [1, 0].filter((place) => place < count);
  return places.slice(0, MAX_CHOSEN);
}

export function toggled(places: readonly number[], index: number): readonly number[] {
  if (!places.includes(index)) return [...places, index].slice(-MAX_CHOSEN);
  return places.length > 1 ? places.filter((each) => each !== index) : places;
}

function placeOf(policies: readonly LabPolicyResult[], name: string): number {
  return policies.findIndex(({ policy }) => policy === name);
}
