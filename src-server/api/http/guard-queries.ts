/**
 * Stands before all operations under `/sim` and refuses parameters where the documents know of none (decision A10).
 * Operations that have some read them by their own schema, which refuses all others.
 */
import type { Request, RequestHandler } from 'express';
import type { Operation } from '../../contract/openapi/operation.ts';
import { refuseParameters } from './parse-query.ts';

/** The table of operations brings all schemas with it: it is loaded when somebody first sends a parameter. */
export const guardQueries: RequestHandler = async (request, _response, next) => {
  if (Object.keys(request.query).length > 0) {
    const { DOCUMENTS } = await import('../../contract/openapi/documents.ts');
    const operation = operationAt(request, DOCUMENTS.control.operations);
    if (operation !== undefined && operation.query === undefined) refuseParameters(request);
  }
  next();
};

/** A step that is said comes before one that is a parameter, as in the routes. */
function operationAt({ method, path }: Request, operations: readonly Operation[]): Operation | undefined {
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const steps = path.split('/');
  const found = operations.filter((operation) => operation.method === verb && isAt(operation.path, steps));
  return found.find((operation) => operation.path === path) ?? found[0];
}

function isAt(path: string, steps: readonly string[]): boolean {
  const named = path.split('/');
  return named.length === steps.length && named.every((step, index) => step.startsWith('{') || step === steps[index]);
}
