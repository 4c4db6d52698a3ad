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
  const indices = chosenIndices(text, policies.length);
  const choose = (next: readonly number[]) => write(next.join('-'));
  return {
    chosen: indices.flatMap((index) => policies[index] ?? []),
    choose: (names: readonly string[]) => choose(names.map((name) => indexOfPolicy(policies, name))),
    /** Shows it in place of the one chosen before the last; hides it if it is one of two. */
    toggle: (name: string) => {
      // The latest render may be one choice behind.
      const current = chosenIndices(currentSearchParams().get(NAME) ?? '', policies.length);
      choose(toggled(current, indexOfPolicy(policies, name)));
    },
  };
}

export function chosenIndices(text: string, count: number): readonly number[] {
  const named = [...new Set(text.split('-').filter(Boolean).map(Number))].filter(
    (index) => index >= 0 && index < count,
  );
  const indices = named.length > 0 ? named : [1, 0].filter((index) => index < count);
  return indices.slice(0, MAX_CHOSEN);
}

export function toggled(indices: readonly number[], index: number): readonly number[] {
  if (!indices.includes(index)) return [...indices, index].slice(-MAX_CHOSEN);
  return indices.length > 1 ? indices.filter((each) => each !== index) : indices;
}

function indexOfPolicy(policies: readonly LabPolicyResult[], name: string): number {
  return policies.findIndex(({ policy }) => policy === name);
}
