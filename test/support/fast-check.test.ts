import { describe, expect, it } from 'vitest';
import { fc } from './draws.ts';
import { drawingFrom, drawnParameters } from './fast-check.ts';

const isSmall = fc.property(fc.integer({ min: 0, max: 1000 }), (value) => value < 10);

describe('the draws of a run', () => {
  it('follow from a fixed seed, all of them, where no variable says otherwise', () => {
    const usual = drawingFrom({});
    expect(usual).toEqual({ seed: expect.any(Number), path: null, times: 1 });
    expect(drawingFrom({})).toEqual(usual);
    expect(drawingFrom({ BALLAST_FC_SEED: '-7' })).toEqual({ ...usual, seed: -7 });
  });

  it('are refused where a variable names none', () => {
    expect(() => drawingFrom({ BALLAST_FC_SEED: 'seven' })).toThrow("'seven' is not a whole number");
    expect(() => drawingFrom({ BALLAST_FC_PATH: 'last' })).toThrow("'last' is not a path");
    expect(() => drawingFrom({ BALLAST_FC_TIMES: '0' })).toThrow("'0' is not a whole number from 1 on");
  });

  it('are as many as the test says, times the number in the variable', () => {
    const drawing = { seed: 1, path: null, times: 100 };
    expect(drawnParameters({ numRuns: 7 }, drawing)).toMatchObject({ numRuns: 700, seed: 1 });
    expect(drawnParameters({}, drawing)).toMatchObject({ numRuns: 10_000 });
    expect(drawnParameters({ numRuns: 2.5 }, { ...drawing, times: 1 })).toMatchObject({ numRuns: 3 });
  });

  it('that fail end with the command that repeats the counterexample alone', ({ task }) => {
    const message = messageOf(() => fc.assert(isSmall, { seed: 1 }));
    expect(message).toContain('Counterexample: [10]');
    const [, path, args] = /again: BALLAST_FC_SEED=1 BALLAST_FC_PATH=(\S+) npx vitest run (.*)/.exec(message) ?? [];
    expect(args).toBe(`test/support/fast-check.test.ts -t "${task.name}"`);
    const again = drawnParameters<[number]>({}, { seed: 1, path: path ?? '', times: 1 });
    expect(messageOf(() => fc.assert(isSmall, { ...again }))).toMatch(/after 1 tests[\s\S]*Counterexample: \[10\]/);
  });
});

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  throw new Error('it did not fail');
}
