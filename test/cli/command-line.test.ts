/** The output of the command line as a whole: help, version, and unknown arguments. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot, packageVersion } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { callBallast } from '../support/call-ballast.ts';
import { runProcess } from '../support/run-process.ts';
import { startSilentReceiver } from '../support/silent-receiver.ts';
import { newFolder } from '../support/start-ballast.ts';

describe('the command line', () => {
  test('prints its version and ends with 0', async () => {
    expect(await callBallast(['--version'])).toEqual({ exitCode: 0, stdout: `${packageVersion()}\n`, stderr: '' });
  });

  test('shows every command without arguments, and every flag of serve with --help', async () => {
    const overview = await callBallast([]);
    expect(overview.exitCode).toBe(0);
    for (const command of ['serve', 'replay', 'app']) expect(overview.stdout).toContain(`\n  ${command} `);
    const flags = (await callBallast(['serve', '--help'])).stdout;
    const wanted =
      '--port --data --memory --seed --clock --clock-mode --clock-rate --api-key --admin-token --tier --rate-limit';
    for (const flag of `${wanted} --rules --webhook --fixture --json`.split(' ')) expect(flags).toContain(`${flag} `);
  });

  test.each([
    [['srve'], "ballast: unknown command 'srve' (did you mean serve?)"],
    [['--loud'], "ballast: unknown option '--loud'"],
    [['serve', '--port'], 'ballast: --port needs a value'],
    [['serve', 'now'], "ballast: unexpected argument 'now'"],
    [['serve', '--clok', '1'], "ballast: unknown option '--clok' (did you mean --clock?)"],
    [['serve', '--prot', '1'], "ballast: unknown option '--prot' (did you mean --port?)"],
    [['replay'], 'ballast: replay needs at least one scenario file, folder or pattern'],
    [['replay', 'a.yaml', '--seed', '-1'], "ballast: --seed: '-1' is not a whole number from 0 to 2^53 - 1"],
    [['app', '--port', 'http'], "ballast: --port: 'http' is not a number from 0 to 65535"],
  ])('responds to %j with one clear line first and 64', async (args, line) => {
    const response = await callBallast(args);
    expect(response.stderr.split('\n')[0]).toBe(line);
    expect(response.exitCode).toBe(64);
    expect(response.stdout).toBe('');
  });

  test.each([
    'serve --admin-tokn=MySecret',
    'serve --admintoken MySecret',
    'serve --admintoken --MySecret',
    'serve --admin-token --MySecret',
    'serve --memory --data --admin-token=MySecret',
    '--admin-token=MySecret serve',
    '--admin-token MySecret serve',
    'world --admin-tokn=MySecret list',
    'world --admin-tokn MySecret list',
    'world list --admin-tokn MySecret',
    'world end --admin-tokn MySecret mine',
    'replay --api-ky MySecret a.yaml',
    'import prices --pass MySecret a.csv',
    'serve -kMySecret',
    'world -kMySecret list',
    'replay -k MySecret a.yaml',
  ])('refuses %s, and shows no value', proves('K97'), async (line) => {
    const { exitCode, stdout, stderr } = await callBallast(line.split(' '));
    expect([exitCode, stdout]).toEqual([64, '']);
    expect(stderr).toMatch(/needs a value|unknown option/);
    expect(stderr).not.toContain('MySecret');
  });

  test.each([
    ['replay --verbose a.yaml', ["unknown option '--verbose'"]],
    ['sweep --foo a.yaml --out x.json', ["unknown option '--foo'"]],
    ['diff --foo a b c', ["unknown option '--foo'"]],
    ['import --foo prices a.csv', ["unknown option '--foo'"]],
    [
      'serve --foo --bar=x --baz',
      ["unknown option '--foo'", "unknown option behind '--foo'", "unknown option '--baz'"],
    ],
    ['explore --bugdet 5m -- node c.js', ["unknown option '--bugdet' (did you mean --budget?)"]],
  ])('says of %s only what is wrong', proves('K97'), async (line, faults) => {
    const { exitCode, stderr } = await callBallast(line.split(' '));
    expect(exitCode).toBe(64);
    expect(stderr.trimEnd().split('\n')).toEqual(faults.map((fault) => `ballast: ${fault}`));
  });

  test('names every argument that it does not know, also after options without a value', async () => {
    const { stderr } = await callBallast(['serve', '--memry', 'now', '--clok', '1', 'later']);
    expect(stderr).toBe(
      "ballast: unknown option '--memry' (did you mean --memory?)\nballast: unexpected argument 'now'\n" +
        "ballast: unknown option '--clok' (did you mean --clock?)\nballast: unexpected argument 'later'\n",
    );
  });
});

describe('a command that waits for a server which never answers', () => {
  test.each([
    ['SIGINT', 'world list --url URL --admin-token t'],
    ['SIGTERM', 'verify-task lost-answer --url URL --admin-token t'],
    ['SIGHUP', 'world export default --url URL --admin-token t --out any.zip'],
  ] as const)('ends with 130 on %s: %s', proves('K5'), async (signal, line) => {
    const silent = await startSilentReceiver();
    const args = line.replace('URL', new URL(silent.url).origin).split(' ');
    const run = runProcess(process.execPath, [join(packageRoot(), 'src-server/cli/ballast.js'), ...args], {
      cwd: newFolder(),
    });
    await Promise.race([silent.isCalled, run.ended]);
    run.child.kill(signal);
    expect(await run.ended).toEqual({ exitCode: 130, signal: null });
    await silent.stop();
  });
});
