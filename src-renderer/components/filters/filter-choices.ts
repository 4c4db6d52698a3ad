/** The options of each filter, including those of the journal. The first option of each removes the filter. */
import type { FilterName } from '../../api/journal-api.ts';
import { OPERATION_NAMES } from '../webhooks/operation-names.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface FilterChoice<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly options: readonly Option[];
}

export const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'];

/** Options of every filter except the text search; keys are shown by their names. */
export function choices(keyNames: ReadonlyMap<string, string>): readonly FilterChoice<FilterName>[] {
  const keys = Object.fromEntries(keyNames);
  return [...FIXED, { name: 'key', label: 'Key', options: optionsOf({ '': 'any key', ...keys }) }];
}

/**
 * An address may contain a value that no list has, such as a status of 404: it is added as an option, so that it shows.
 */
export function withChosen(options: readonly Option[], value: string): Option[] {
  return options.some((option) => option.value === value) ? [...options] : [...options, { value, label: value }];
}

const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const plain = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]));

const STATUSES = {
  '': 'any status',
  '2xx': '2xx success',
  '3xx': '3xx redirect',
  '4xx': '4xx client error',
  '5xx': '5xx server error',
  none: 'no response',
};

const FIXED: readonly FilterChoice<FilterName>[] = [
  { name: 'method', label: 'Method', options: optionsOf({ '': 'any method', ...plain(METHODS) }) },
  { name: 'status', label: 'Response status', options: optionsOf(STATUSES) },
  { name: 'operation', label: 'Operation', options: optionsOf({ '': 'any operation', ...plain(OPERATION_NAMES) }) },
  { name: 'form', label: 'Form', options: optionsOf({ '': 'any form', A: 'Form A', B: 'Form B', both: '/v1 (both)' }) },
  {
    name: 'fault',
    label: 'Injected fault',
    options: optionsOf({ '': 'with or without fault', any: 'hit by a fault', none: 'no fault' }),
  },
  {
    name: 'idempotency',
    label: 'Reused idempotency key',
    options: optionsOf({
      '': 'any key reuse',
      same: 'key reused, same request',
      differs: 'key reused, another request',
    }),
  },
];
