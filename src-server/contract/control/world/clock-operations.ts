import { operations } from '../../openapi/operation.ts';
import { advanceClock, clock, setClockMode } from './clock.ts';

export const clockOperations = operations({
  getClock: {
    method: 'get',
    path: '/clock',
    tag: 'Clock',
    summary: 'Read the clock',
    description: 'Returns the virtual time, how it moves, and the advance in progress.',
    source: 'decision J',
    success: { status: 200, description: 'The clock.', content: [clock] },
  },
  advanceClock: {
    method: 'post',
    path: '/clock/advance',
    tag: 'Clock',
    summary: 'Advance the clock',
    description:
      'Starts an advance and responds before it has ended; with `wait: true`, once it has. Going backwards is refused.',
    source: 'decisions J, J1, J9, J15',
    body: advanceClock,
    runsOn: false,
    success: { status: 202, description: 'The advance has started and may still be in progress.', content: [clock] },
    otherwise: { status: 200, description: 'With `wait`: the advance has ended; see `last_advance`.' },
    errors: ['not_found', 'already_executing'],
  },
  stopClock: {
    method: 'post',
    path: '/clock/stop',
    tag: 'Clock',
    summary: 'Stop an advance',
    description:
      'Ends the advance in progress between two of its timers, and responds once it has ended. Everything due by `now`, the time of the clock, has then happened, and nothing later has. Without an advance, nothing happens.',
    source: 'decisions J10, J16',
    runsOn: false,
    success: { status: 200, description: 'The clock as it is now.', content: [clock] },
  },
  setClockMode: {
    method: 'post',
    path: '/clock/mode',
    tag: 'Clock',
    summary: 'Change how time moves',
    description: 'Sets mode, rate and pause; fields left out keep their values.',
    source: 'decision J8',
    body: setClockMode,
    runsOn: false,
    success: { status: 200, description: 'The clock as it is now.', content: [clock] },
  },
});
