/** Says whether a replayed archive matches the recording, and what was not compared. */
import { expect, test } from 'vitest';
import { replayVerdict } from '../../../src-renderer/screens/traffic/requests/format-replay.ts';

const SAME = { differences: [], not_compared: null };
const OTHER = { differences: [{ place: 'status', issue: '200, here 404' }], not_compared: null };
const UNCOMPARED = { differences: [], not_compared: 'the recording has no response' };

test.each([
  [[SAME, SAME], true, 'Every response matches the recording, apart from prices and times.'],
  [[SAME, OTHER], false, '1 response differs from the recording.'],
  [
    [SAME, UNCOMPARED],
    false,
    'Every other response matches the recording, apart from prices and times. 1 response was not compared.',
  ],
  [[OTHER, UNCOMPARED, UNCOMPARED], false, '1 response differs from the recording. 2 responses were not compared.'],
  [[UNCOMPARED], false, '1 response was not compared.'],
])('of %j', (results, isSame, text) => {
  expect(replayVerdict(results)).toEqual({ isSame, text });
});
