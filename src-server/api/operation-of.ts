/**
 * Which operation of the simulated service a request asks for. A table of its own, because the documents' table brings all
 * schemas with it, which a server need not load to answer; a test holds the two to each other.
 */
import { DOCUMENT_BASES } from '../contract/openapi/bases.ts';
import type { OperationName } from '../contract/operation-names.ts';

/**
 * `form` is that of the base, `null` for the base of both; `path` is the whole one, with or without its query. `null`:
 * there is nothing at this path.
 */
export function operationOf(form: 'A' | 'B' | null, method: string, path: string): OperationName | null {
  const end = path.indexOf('?');
  const below = path.slice(BASES[form ?? 'both'].length, end === -1 ? undefined : end).split('/');
  for (const row of ROWS) {
    const isOfForm = form === null || row.form === 'both' || row.form === form;
    if (isOfForm && row.method === method && isAt(row.steps, below)) return row.name;
  }
  // Whoever can be asked with GET can be asked for its head alone.
  return method === 'HEAD' ? operationOf(form, 'GET', path) : null;
}

interface Row {
  readonly name: OperationName;
  readonly form: 'A' | 'B' | 'both';
  readonly method: string;
  /** Steps of the path; `null` for a parameter. */
  readonly steps: readonly (string | null)[];
}

function isAt(steps: Row['steps'], below: readonly string[]): boolean {
  if (steps.length !== below.length) return false;
  return steps.every((step, index) => (step === null ? below[index] !== '' : step === below[index]));
}

function row(name: OperationName, form: Row['form'], method: string, path: string): Row {
  return { name, form, method, steps: path.split('/').map((step) => (step === '{}' ? null : step)) };
}

const BASES = { A: DOCUMENT_BASES['form-a'], B: DOCUMENT_BASES['form-b'], both: DOCUMENT_BASES.both };
const ROWS: readonly Row[] = [
  row('createPortfolio', 'both', 'POST', '/portfolios'),
  row('getPortfolio', 'B', 'GET', '/portfolios/{}'),
  row('deletePortfolio', 'B', 'DELETE', '/portfolios/{}'),
  row('createPlan', 'B', 'POST', '/rebalance'),
  row('getRebalance', 'B', 'GET', '/rebalance/{}'),
  row('executePlan', 'B', 'POST', '/rebalance/{}/execute'),
  row('cancelPlan', 'B', 'DELETE', '/rebalance/{}'),
  row('getPrices', 'B', 'GET', '/prices/{}'),
  row('startRebalance', 'A', 'POST', '/portfolios/{}/rebalance'),
  row('getRebalanceA', 'A', 'GET', '/rebalances/{}'),
  row('getMifidRecord', 'A', 'GET', '/mifid-records/{}'),
];
