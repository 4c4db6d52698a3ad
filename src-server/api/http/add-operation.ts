/**
 * Registers the route of an operation from the row that documents it, so the two cannot differ in method or path. The
 * row stands beside the schemas of its feature, in `contract/service` or `contract/control`.
 */
import type { RequestHandler, Router } from 'express';
import type { Operation } from '../../contract/openapi/operation.ts';

/** The names in the braces of a path. */
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** Handlers find the path's parameters in `request.params` under the names of the row. */
export function addOperation<Row extends Pick<Operation, 'method' | 'path'>>(
  router: Router,
  operation: Row,
  ...handlers: readonly RequestHandler<Record<ParameterNames<Row['path']>, string>>[]
): void {
  router[operation.method](operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), ...handlers);
}
