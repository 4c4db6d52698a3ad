/** `ballast help` of commands, and `ballast help events` (decision K137). */
import { describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../src-server/domain/events/event-catalogue.ts';
import { proves } from '../conformance/proves.ts';
import { callBallast } from '../support/call-ballast.ts';

const jsonOf = async (...args: string[]) => {
  const { exitCode, stdout } = await callBallast(['help', 'events', ...args, '--json']);
  expect(exitCode).toBe(0);
  return JSON.parse(stdout) as { readonly events: readonly Record<string, unknown>[] };
};

describe('ballast help events', () => {
  test('lists every type with its sentence', proves('K137'), async () => {
    const { exitCode, stdout } = await callBallast(['help', 'events']);
    expect(exitCode).toBe(0);
    for (const type of EVENT_TYPES)
      expect(stdout).toMatch(new RegExp(`^${type.replace('.', '\\.')} +[A-Z].*\\.$`, 'm'));
    const { events } = await jsonOf();
    expect(events.map(({ type }) => type)).toEqual([...EVENT_TYPES]);
    expect(Object.keys(events[0] ?? {})).toEqual(['type', 'meaning']);
  });

  test('shows the fields of a type, and a real event', proves('K137'), async () => {
    const { stdout } = await callBallast(['help', 'events', 'order.filled']);
    expect(stdout).toMatch(/^order\.filled\n {2}An order was filled, /);
    expect(stdout).toMatch(/^ {2}\/fill\/costs\/total +number +All costs\.$/m);
    expect(stdout).toMatch(/^Example, of fixtures\/scenarios\/\S+\.golden\.ndjson at 2026-\S+Z:\n\{\n/m);
    expect(stdout).toMatch(/^ {2}\/order\/side +buy, sell +Side of the order\.$/m);
    const { events } = await jsonOf('order.filled');
    const side = {
      pointer: '/order/side',
      type: 'string',
      values: ['buy', 'sell'],
      always: true,
      meaning: 'Side of the order.',
    };
    expect(events).toEqual([
      {
        type: 'order.filled',
        meaning: expect.any(String),
        fields: expect.arrayContaining([side]),
        example: {
          file: expect.any(String),
          at: expect.any(String),
          data: expect.objectContaining({ fill: expect.anything() }),
        },
      },
    ]);
  });

  test('shows all types with this prefix', proves('K137'), async () => {
    const { events } = await jsonOf('policy.*');
    expect(events.map(({ type }) => type)).toEqual([
      'policy.removed',
      'policy.set',
      'policy.skipped',
      'policy.triggered',
    ]);
  });

  test.each([
    [['order.fille'], "'order.fille' is not an event type (did you mean order.filled?)"],
    [['ordr.*'], "'ordr.*' matches no event type"],
    [['order.filled', 'more'], "unexpected argument 'more'"],
    [['--jsn'], "unknown option '--jsn' (did you mean --json?)"],
  ])('refuses %j', proves('K137'), async (args, message) => {
    const { exitCode, stdout, stderr } = await callBallast(['help', 'events', ...args]);
    expect([exitCode, stdout, stderr]).toEqual([64, '', expect.stringContaining(`ballast: ${message}`)]);
  });
});

describe('ballast help', () => {
  test.each([
    [['replay'], 'Usage: ballast replay '],
    [['world', 'list'], 'Usage: ballast world list '],
    [['help'], 'Usage: ballast help '],
    [[], 'Usage: ballast '],
  ])('of %j shows its flags', async (args, start) => {
    const { exitCode, stdout } = await callBallast(['help', ...args]);
    expect([exitCode, stdout.slice(0, start.length)]).toEqual([0, start]);
  });

  test('refuses an unknown command', async () => {
    const { exitCode, stderr } = await callBallast(['help', 'reply']);
    expect([exitCode, stderr]).toEqual([64, "ballast: unknown command 'reply' (did you mean replay?)\n"]);
  });
});
