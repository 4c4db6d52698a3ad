/** Checks the text of a scenario while it is typed, once the typing pauses. Adds nothing to the scenarios. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { openScenario } from '../../api/runs/scenarios-api.ts';
import { placeErrors } from '../forms/place-errors.ts';

const REST_MS = 400;
const NAME = /^(?!\.)[^\\/:]+\.ya?ml$/;

/** One line for each error, with its place; empty if there is none, or the text is not checked. */
export function useTextCheck(name: string, text: string, isChecked: boolean): readonly string[] {
  const [rested] = useDebouncedValue(text, REST_MS);
  const file = NAME.test(name.trim()) ? name.trim() : 'scenario.yaml';
  const isReady = isChecked && rested.trim() !== '';
  const { data, error } = useQuery({
    queryKey: ['scenario-check', file, rested],
    queryFn: isReady ? () => openScenario({ name: file, text: rested, check_only: true }) : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  if (!isReady) return [];
  if (error === null) return data?.faults ?? [];
  const { atField, formErrors } = placeErrors(error, ['/text']);
  return [...atField.values(), ...formErrors];
}
