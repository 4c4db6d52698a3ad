/** What can be chosen in each filter of the journal. The first option of each takes the filter away. */
import type { FilterName } from '../../api/journal-api.ts';
import { OPERATION_NAMES } from '../webhooks/operation-names.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface FilterChoice {
  readonly name: FilterName;
  readonly label: string;
  readonly options: readonly Option[];
}

export const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'];

/** Options of every filter but the search for words; keys are known by their names. */
export function choices(keyNames: ReadonlyMap<string, string>): readonly FilterChoice[] {
  const keys = [...keyNames].map(([value, label]) => ({ value, label }));
  return [...FIXED, { name: 'key', label: 'Key', options: [{ value: '', label: 'every key' }, ...keys] }];
}

/** An address may ask for what no list has, like a status of 404: it is an option then, so that it shows. */
export function withChosen(options: readonly Option[], value: string): Option[] {
  return options.some((option) => option.value === value) ? [...options] : [...options, { value, label: value }];
}

const plain = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }));

const FIXED: readonly FilterChoice[] = [
  { name: 'method', label: 'Method', options: [{ value: '', label: 'any method' }, ...plain(METHODS)] },
  {
    name: 'status',
    label: 'Status of the answer',
    options: [
      { value: '', label: 'any status' },
      { value: '2xx', label: '2xx success' },
      { value: '3xx', label: '3xx redirect' },
      { value: '4xx', label: '4xx refusal' },
      { value: '5xx', label: '5xx failure' },
      { value: 'none', label: 'no answer' },
    ],
  },
  {
    name: 'operation',
    label: 'Operation',
    options: [{ value: '', label: 'any operation' }, ...plain(OPERATION_NAMES)],
  },
  {
    name: 'form',
    label: 'Form',
    options: [
      { value: '', label: 'any form' },
      { value: 'A', label: 'Form A' },
      { value: 'B', label: 'Form B' },
      { value: 'both', label: '/v1 (both)' },
    ],
  },
  {
    name: 'fault',
    label: 'Injected fault',
    options: [
      { value: '', label: 'faulty or not' },
      { value: 'any', label: 'hit by a fault' },
      { value: 'none', label: 'no fault' },
    ],
  },
];
