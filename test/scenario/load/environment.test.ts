/** Tests environment variables that may set variables of a scenario (decision K134). */
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { openedScenario } from '../../../src-server/contract/control/scenarios/open-scenario.ts';
import { scenarioList } from '../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { replayReported } from '../../support/replay.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';
import { failuresOf, folderOf, play } from '../replay/play-text.ts';

afterAll(stopAll);
afterEach(() => vi.unstubAllEnvs());

const TEXT = `name: It
env: [CASH, OWNER]
variables: { CASH: 5000 }
steps:
  - print: '\${OWNER} has \${CASH * 2}'
  - assert: CASH * 1 > 0
`.replace('CASH * 1', '${CASH}');
const fileOf = (text = TEXT) => join(folderOf({ 'it.yaml': text }), 'it.yaml');

describe('the environment', () => {
  test('sets the variables that the file names, and nothing else', proves('K134'), async () => {
    vi.stubEnv('OWNER', 'Anna');
    vi.stubEnv('CASH', '7');
    const { exit, scenarios } = await replayReported([fileOf()]);
    expect(exit).toBe(0);
    expect(scenarios[0]?.steps[0]?.printed).toBe('Anna has 14');
    expect(scenarios[0]?.again).toContain('--vary CASH=7');
    const used = TEXT.replace('{ CASH: 5000 }', "{ GREETING: 'Hello ${OWNER}', CASH: 5000 }");
    const greeted = await replayReported([fileOf(used.replace("'${OWNER} has", "'${GREETING}: ${OWNER} has"))]);
    expect(greeted.scenarios[0]?.steps[0]?.printed).toBe('Hello Anna: Anna has 14');
    const secret = await replayReported([fileOf(TEXT.replace('[CASH, OWNER]', '[CASH]'))]);
    expect(secret.scenarios[0]?.faults.join()).toContain('nothing before this saves ${OWNER}');
  });

  test('is overridden by --vary, and overrides the file only if it is set', proves('K134'), async () => {
    vi.stubEnv('OWNER', 'Anna');
    const { scenarios } = await replayReported([fileOf()]);
    expect(scenarios[0]?.steps[0]?.printed).toBe('Anna has 10000');
    const varied = await replayReported([fileOf()], { vary: { OWNER: 'Ben' } });
    expect(varied.scenarios[0]?.steps[0]?.printed).toBe('Ben has 10000');
  });

  test('varies nothing if its value equals that of the file', proves('K134'), async () => {
    vi.stubEnv('OWNER', 'Anna');
    vi.stubEnv('CASH', '5000');
    const { scenarios } = await replayReported([fileOf()]);
    expect(scenarios[0]?.again).not.toContain('CASH');
  });

  test.each(['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'db_password', 'API_KEY', 'BALLAST_DATA'])(
    'is refused for a variable that looks like a secret: %s',
    proves('K134'),
    async (name) => {
      const outcome = await play(`env: [${name}]\nvariables: { ${name}: x }\nsteps: [{ print: x }]`);
      expect(failuresOf(outcome).join()).toContain('/env/0: looks like a secret, and reports show what is read');
    },
  );

  test('sets nothing in runs of a server, whose clients write the file', {
    ...proves('K134'),
    tags: ['deep'],
  }, async () => {
    vi.stubEnv('OWNER', 'Anna');
    const { sim } = await startBallast();
    const { file } = (await sim.post('/opened-scenarios', { name: 'it.yaml', text: TEXT })).as(openedScenario);
    const { scenarios } = (await sim.get('/scenarios')).as(scenarioList);
    expect(scenarios.find((each) => each.file === file)?.faults.join()).toContain('OWNER is not set');
  });

  test('must set variables without a value, in validate and sweep too', proves('K134'), async () => {
    const fault = '/env/1: OWNER is not set in the environment, and variables has no value for it';
    const { exit, scenarios } = await replayReported([fileOf()]);
    expect(exit).toBe(65);
    expect(scenarios[0]?.faults.join()).toContain(fault);
    const file = fileOf();
    const folder = folderOf({});
    expect((await callBallast(['validate', file])).exitCode).toBe(65);
    expect((await callBallast(['sweep', file, '--seeds', '1..2'], folder)).exitCode).toBe(65);
    vi.stubEnv('OWNER', 'Anna');
    expect((await callBallast(['validate', file])).exitCode).toBe(0);
    const swept = await callBallast(['sweep', file, '--seeds', '1..2', '--workers', '1'], folder);
    expect(swept.stdout).toContain('2 passed');
  });
});
