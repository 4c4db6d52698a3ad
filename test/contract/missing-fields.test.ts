/** Every required member of a body is reported if it is missing: for every body of every document, member by member. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { problemOfIssues } from '../../src-server/api/http/problem.ts';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import { proves } from '../conformance/proves.ts';

const bodies = Object.values(DOCUMENTS).flatMap(({ operations }) =>
  operations.flatMap(({ id, body }) => (body instanceof z.ZodType ? [[id, body] as const] : [])),
);

/** Members that every shape of a body requires; those that differ by shape are required once the shape is known. */
function neededBy(body: z.ZodType): string[] {
  const { $ref, $defs, ...own } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape;
  const resolve = (shape: Shape): Shape =>
    shape.$ref === undefined ? shape : resolve(($defs?.[shape.$ref.replace('#/$defs/', '')] ?? {}) as Shape);
  const whole = resolve($ref === undefined ? own : { $ref });
  const shapes = (whole.anyOf ?? whole.oneOf ?? [whole]).map(resolve);
  const [first, ...others] = shapes;
  const isAlike = (name: string, { properties = {} }: Shape) => {
    const own = first?.properties?.[name];
    return (own !== undefined && 'const' in own) || JSON.stringify(properties[name]) === JSON.stringify(own);
  };
  return (first?.required ?? []).filter((name) =>
    others.every((shape) => shape.required?.includes(name) && isAlike(name, shape)),
  );
}

interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

test.each([...new Map(bodies)])('%s', proves('A11'), (_id, body) => {
  const parsed = body.safeParse({}, { reportInput: true });
  const details = parsed.success ? [] : problemOfIssues(parsed.error, 'request body').details;
  const needed = neededBy(body);
  const reported = details.filter(({ path }) => needed.includes(path.slice(1)));
  expect(reported).toEqual(expect.arrayContaining(needed.map((name) => ({ path: `/${name}`, issue: 'is missing' }))));
  expect(reported.filter(({ issue }) => issue !== 'is missing')).toEqual([]);
});

test('an empty portfolio of Form B lacks its currency, which is one of several values', proves('A11'), () => {
  const body = bodies.find(([id]) => id === 'createPortfolio')?.[1];
  expect(body).toBeDefined();
  const parsed = DOCUMENTS['form-b'].operations[0]?.body;
  const error =
    parsed instanceof z.ZodType ? parsed.safeParse({ external_id: 'x' }, { reportInput: true }).error : null;
  expect(error === null || error === undefined ? [] : problemOfIssues(error, 'request body').details).toContainEqual({
    path: '/currency',
    issue: 'is missing',
  });
});
