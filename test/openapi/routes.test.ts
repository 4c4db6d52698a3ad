/** Every route is documented, and everything documented is a route; missing ones are reported by name. */
import type { RequestHandler, Router } from 'express';
import { describe, expect, test } from 'vitest';
import { createControlRouter } from '../../src-server/api/control/control-routes.ts';
import { createServiceRouter } from '../../src-server/api/service/service-routes.ts';
import type { DocumentName } from '../../src-server/contract/openapi/bases.ts';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import type { BaseForms } from '../../src-server/domain/world-choices.ts';
import type { Service } from '../../src-server/world/hosted-world.ts';
import { proves } from '../conformance/proves.ts';

/** Routes are only registered here, never called: their dependencies are not used. */
const nothing = { rateLimit: { perMinute: null } } as unknown as Service;
const noLimit: RequestHandler = (_request, _response, next) => next();

const service = (forms: BaseForms) => () => createServiceRouter(nothing, forms, noLimit);

const bases: readonly (readonly [DocumentName, () => Router])[] = [
  ['form-a', service('A')],
  ['form-b', service('B')],
  ['both', service('both')],
  ['control', () => createControlRouter(nothing)],
];

/** Parameters have other names on either side; only their positions count. */
function shapeOf(path: string): string {
  return path.replace(/:\w+|\{\w+\}/g, '*');
}

/**
 * `METHOD /path` of every route; a route for any method is listed with the methods that OpenAPI knows and a sink may
 * get.
 */
function routesOf({ stack }: Router): string[] {
  return stack.flatMap(({ route }) => {
    if (route === undefined) return [];
    const paths = [route.path].flat() as string[];
    const methods = route.stack.map(({ method }) => method).filter((method) => method !== undefined);
    const verbs = methods.length === 0 ? ['get', 'post', 'put', 'patch', 'delete'] : [...new Set(methods)];
    return paths.flatMap((path) => verbs.map((verb) => `${verb.toUpperCase()} ${shapeOf(path)}`));
  });
}

/** Whether requests for `route` reach `earlier`, whose parameters match any step of a path. */
function isHandledBy(earlier: string, route: string): boolean {
  const taken = earlier.split('/');
  const steps = route.split('/');
  return taken.length === steps.length && taken.every((step, index) => step === '*' || step === steps[index]);
}

function documentedOf(name: DocumentName): string[] {
  const { operations } = DOCUMENTS[name];
  return operations
    .filter(({ path, isProbe }) => path !== '/openapi.json' && !isProbe)
    .map(({ method, path }) => `${method.toUpperCase()} ${shapeOf(path)}`);
}

describe.each(bases)('%s', (name, createRouter) => {
  const routes = routesOf(createRouter());
  const documented = documentedOf(name);

  test('has routes', () => {
    expect(routes.length).toBeGreaterThan(3);
  });

  test('documents every route', proves('L1'), () => {
    const missing = routes.filter((route) => !documented.includes(route));
    expect(missing, `without a row in src-server/contract/openapi: ${missing.join(', ')}`).toEqual([]);
  });

  test('documents nothing that is not a route', () => {
    const missing = documented.filter((route) => !routes.includes(route));
    expect(missing, `in src-server/contract/openapi, but not in src-server/api: ${missing.join(', ')}`).toEqual([]);
  });

  test('has no route that an earlier one shadows', () => {
    const hidden = routes.filter((route, index) =>
      routes.slice(0, index).some((earlier) => isHandledBy(earlier, route)),
    );
    expect(hidden).toEqual([]);
  });

  test('names every operation once', () => {
    const ids = DOCUMENTS[name].operations.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});
