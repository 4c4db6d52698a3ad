/** Tests that policies set, replaced and removed while a session is recorded become steps (decision O6). */
import { afterEach, expect, test } from 'vitest';
import { putPolicy } from '../api/control/policies/policy-client.ts';
import { createSample } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';
import { play, startRecording, takeRecording } from './play-recording.ts';

afterEach(stopAll);

const MONTHLY = { when: [{ calendar: { every: 'month' } }], settings: { drift_threshold: 0.01 }, execute: true };
const AFTER_SAVINGS = { when: [{ cash_flow: {} }], settings: { drift_threshold: 0.01 }, execute: false };

test(
  'a recording has a policy as steps, and replays to the same log',
  proves('O6.12', 'K50', 'K51.1', 'K51.2'),
  async () => {
    const server = await startBallast({ seed: 11 });
    const recordingId = await startRecording(server, 'now');
    const id = await createSample(server);
    expect((await putPolicy(server, id, MONTHLY)).status).toBe(200);
    await server.advance('31d');
    expect((await putPolicy(server, id, AFTER_SAVINGS)).status).toBe(200);
    await server.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'deposit', amount: 2500 });
    await server.advance('2d');
    expect((await server.sim.delete(`/portfolios/${id}/policy`)).status).toBe(200);
    await server.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'deposit', amount: 2500 });
    await server.advance('60d');
    const taken = await takeRecording(server, recordingId);
    const { status, head, faults } = await play(taken);
    expect([faults, status, head], taken.text).toEqual([[], 'passed', taken.facts.head]);
    expect(taken.text.match(/\bpolicy:/g)).toHaveLength(2);
    expect(taken.text).toMatch(/method: DELETE\b.*?path: .*policy/s);
    const types = ['policy.set', 'policy.triggered', 'policy.removed'];
    const countOf = (type: string) => taken.golden.split(`"${type}"`).length - 1;
    expect(types.map(countOf)).toEqual([2, 2, 1]);
  },
);
