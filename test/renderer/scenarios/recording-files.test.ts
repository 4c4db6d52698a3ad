/** The names of the files of a recording. */
import { expect, test } from 'vitest';
import { fileName } from '../../../src-renderer/screens/scenarios/recordings/recording-view.tsx';

test.each([
  ['Monday, after lunch', 'monday-after-lunch.ballast'],
  ['…', 'recording.ballast'],
  // 60 characters at most, and a whole word at the end.
  [
    'My ünïcode recording with a very long name that goes on and on to see what happens',
    'my-unicode-recording-with-a-very-long-name-that-goes-on-and.ballast',
  ],
  ['x'.repeat(70), `${'x'.repeat(60)}.ballast`],
])('the name %j gives %s', (name, file) => {
  expect(fileName(name)).toBe(file);
});
