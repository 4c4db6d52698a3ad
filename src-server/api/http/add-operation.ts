/**
 * Registers the route of an operation from the row that documents it, so the two cannot differ in method or path. The
 * row stands beside the schemas of its feature, in `contract/service` or `contract/control`.
 */
import type { RequestHandler, Router } from 'express';
import type { Operation } from '../../contract/openapi/operation.ts';
import { Problem } from './problem.ts';
import { contextOf } from './request-context.ts';

/** The names in the braces of a path. */
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/**
 * Handlers find the path's parameters in `request.params` under the names of the row. Where the row says that the
 * operation reaches beyond one world, the token of a world is refused before any of them (decision N3).
 */
export function addOperation<Row extends Pick<Operation, 'method' | 'path' | 'access'>>(
  router: Router,
  operation: Row,
  ...handlers: readonly RequestHandler<Record<ParameterNames<Row['path']>, string>>[]
): void {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
  if (operation.access === 'server') router[operation.method](path, refuseTokenOfWorld);
  router[operation.method](path, ...handlers);
}

const refuseTokenOfWorld: RequestHandler = (request, _response, next) => {
  if (contextOf(request).caller !== 'world') return next();
  next(
    new Problem(
      'unauthorized',
      'This operation affects more than one world. It needs the admin token of the server, not of a world.',
    ),
  );
};
