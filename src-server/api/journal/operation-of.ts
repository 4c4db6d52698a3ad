/**
 * Finds the operation of the simulated service that a request calls. A table of its own, because the documents' table
 * imports all schemas, which a server need not load for its responses; a test checks that the two agree.
 */

import { DOCUMENT_BASES } from '../../contract/openapi/bases.ts';
import { type ErrorCode, PLANNING_ERRORS } from '../../contract/service/errors.ts';
import type { OperationName } from '../../contract/service/operation-names.ts';
import type { BaseForms } from '../../domain/world-choices.ts';

/**
 * `form` is that of the base, `null` for the base of both; `path` is complete, with or without its query. `null`:
 * nothing exists at this path.
 */
export function operationNameOf(form: 'A' | 'B' | null, method: string, path: string): OperationName | null {
  const end = path.indexOf('?');
  const below = path.slice(BASES[form ?? 'both'].length, end === -1 ? undefined : end).split('/');
  for (const { name, steps } of ROWS_OF[form ?? 'both'][method] ?? []) if (isAt(steps, below)) return name;
  // Every operation of GET also accepts HEAD.
  return method === 'HEAD' ? operationNameOf(form, 'GET', path) : null;
}

/** Whether the documents list `code` among the errors of an operation; `null`: an unknown path. */
export function isErrorOf(operation: string | null, code: ErrorCode): boolean {
  if (isErrorOfAll(code)) return true;
  if (operation === null) return code === 'not_found';
  return ROWS.some(({ name, codes }) => name === operation && codes.includes(code));
}

function isErrorOfAll(code: ErrorCode): boolean {
  return code === 'invalid_request' || code === 'unauthorized' || code === 'rate_limit' || code === 'internal_error';
}

interface Row {
  readonly name: OperationName;
  /** Errors in addition to those of every operation. */
  readonly codes: readonly ErrorCode[];
  readonly form: BaseForms;
  readonly method: string;
  /** Segments of the path; `null` for a parameter. */
  readonly steps: readonly (string | null)[];
}

function isAt(steps: Row['steps'], below: readonly string[]): boolean {
  if (steps.length !== below.length) return false;
  return steps.every((step, index) => (step === null ? below[index] !== '' : step === below[index]));
}

function row(name: OperationName, form: Row['form'], method: string, path: string, codes: Row['codes'] = []): Row {
  return { name, form, method, codes, steps: path.split('/').map((step) => (step === '{}' ? null : step)) };
}

const BASES = { A: DOCUMENT_BASES['form-a'], B: DOCUMENT_BASES['form-b'], both: DOCUMENT_BASES.both };
const ROWS: readonly Row[] = [
  row('createPortfolio', 'both', 'POST', '/portfolios'),
  row('getPortfolio', 'B', 'GET', '/portfolios/{}', ['not_found']),
  row('deletePortfolio', 'B', 'DELETE', '/portfolios/{}', ['not_found', 'already_executing']),
  row('createPlan', 'B', 'POST', '/rebalance', PLANNING_ERRORS),
  row('getRebalance', 'B', 'GET', '/rebalance/{}', ['not_found']),
  row('executePlan', 'B', 'POST', '/rebalance/{}/execute', ['not_found', 'already_executing']),
  row('cancelPlan', 'B', 'DELETE', '/rebalance/{}', ['not_found', 'already_executing']),
  row('getPrices', 'B', 'GET', '/prices/{}', ['not_found']),
  row('startRebalance', 'A', 'POST', '/portfolios/{}/rebalance', PLANNING_ERRORS),
  row('getRebalanceA', 'A', 'GET', '/rebalances/{}', ['not_found']),
  row('getMifidRecord', 'A', 'GET', '/mifid-records/{}', ['not_found']),
];

/** By the form of a base and by method, because every request is looked up. */
const ROWS_OF = { A: byMethod('A'), B: byMethod('B'), both: byMethod('both') };

function byMethod(base: BaseForms): Partial<Record<string, readonly Row[]>> {
  return Object.groupBy(
    ROWS.filter(({ form }) => base === 'both' || form === 'both' || form === base),
    ({ method }) => method,
  );
}
