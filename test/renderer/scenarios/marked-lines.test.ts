/** Which lines of a scenario file are marked. */
import { expect, test } from 'vitest';
import { faultLines, linesOfStep } from '../../../src-renderer/screens/scenarios/run/file-panel.tsx';

const TEXT = `name: Steps
steps:
  - advance: 1h
  - request:
      path: /plans

    expect: { status: 201 }

  # The next one.
  - advance: 2h
`;

test('the lines of a step end before the next one, without the lines between them', () => {
  expect(linesOfStep(TEXT, 3)).toEqual([3]);
  expect(linesOfStep(TEXT, 4)).toEqual([4, 5, 6, 7]);
  expect(linesOfStep(TEXT, 10)).toEqual([10]);
});

test('a line that is not in the text marks nothing', () => {
  expect(linesOfStep(TEXT, 40)).toEqual([]);
});

test('errors mark the lines where they are, each once', () => {
  expect(faultLines(['a/b.yaml:3:5 /steps/0: is odd', 'a/b.yaml:3:9 is odd', 'cannot be read'])).toEqual([3]);
});
