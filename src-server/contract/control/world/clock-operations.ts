import { operations } from '../../openapi/operation.ts';
import { advanceClock, clock, setClockMode } from './clock.ts';

export const clockOperations = operations({
  getClock: {
    method: 'get',
    path: '/clock',
    tag: 'Clock',
    summary: 'Read the clock',
    description: 'Virtual time, how it moves, and the advance under way.',
    source: 'decision J',
    success: { status: 200, description: 'The clock.', content: [clock] },
  },
  advanceClock: {
    method: 'post',
    path: '/clock/advance',
    tag: 'Clock',
    summary: 'Advance the clock',
    description:
      'Begins an advance, and answers before it has ended; with `wait: true` when it has. Going backwards is refused.',
    source: 'decisions J, J1, J9, J15',
    body: advanceClock,
    success: { status: 202, description: 'The advance has begun, and may be under way still.', content: [clock] },
    otherwise: { status: 200, description: 'With `wait`: the advance has ended, as `last_advance` says.' },
    errors: ['not_found', 'already_executing'],
  },
  stopClock: {
    method: 'post',
    path: '/clock/stop',
    tag: 'Clock',
    summary: 'Stop an advance',
    description:
      'Ends the advance under way between two of its timers, and answers when it has ended: `now` is where the clock stands, with everything that is due there and nothing that comes later. Without an advance nothing happens.',
    source: 'decisions J10, J16',
    success: { status: 200, description: 'The clock, which stands.', content: [clock] },
  },
  setClockMode: {
    method: 'post',
    path: '/clock/mode',
    tag: 'Clock',
    summary: 'Change how time moves',
    description: 'Sets mode, rate and pause; what is left out stays.',
    source: 'decision J8',
    body: setClockMode,
    success: { status: 200, description: 'The clock as it is now.', content: [clock] },
  },
});
