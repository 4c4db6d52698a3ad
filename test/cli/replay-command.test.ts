/** `ballast replay` as a process: contradictory flags, steps at a terminal, files that are watched, Ctrl-C. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createStepper } from '../../src-server/cli/terminal/step-prompt.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { fixture, removeReplayFolders, replay, replayFolder } from '../support/replay.ts';
import { type RunningProcess, runBallast, runProcess } from '../support/run-process.ts';

const running: RunningProcess[] = [];

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  removeReplayFolders();
});

describe('ballast replay', () => {
  it('reports all issues of its flags at once', proves('K45'), async () => {
    const args = ['--seed', 'x', '--vary', 'novalue', '--until', 'noon', '--data', 'd', '--twice', '--step', '--json'];
    const run = start([fixture('rebalancing/first-rebalance'), ...args]);
    expect((await run.ended).exitCode).toBe(64);
    expect(run.stderr().trim().split('\n')).toEqual([
      expect.stringContaining("--seed: 'x' is not a whole number"),
      expect.stringContaining("--vary: 'novalue' is not name=value"),
      expect.stringContaining("--until: 'noon' is not a time"),
      'ballast: --step and --json exclude each other',
      'ballast: --data and --twice exclude each other',
      'ballast: --step needs a terminal',
    ]);
    // The output for readers of JSON has the same lines.
    const lines = run.stderr().trim().replaceAll('ballast: ', '').split('\n');
    expect(JSON.parse(run.stdout())).toMatchObject({ passed: false, faults: lines, scenarios: [] });
  });

  it('writes no progress line into a pipe', proves('K49'), async () => {
    const run = start([fixture('rebalancing/first-rebalance')], { TERM: 'xterm', NO_COLOR: undefined, CI: undefined });
    await run.ended;
    expect(run.stdout()).toMatch(/^passed {2}First rebalance {2}\([^\n]*\)\n$/);
  });

  it.runIf(existsSync('/usr/bin/script'))(
    'shows its current task on a terminal, and leaves only permanent lines',
    { ...proves('K49'), tags: ['deep'] },
    async () => {
      const command = `stty cols 100 rows 30; ${ballast} replay ${fixture('rebalancing/first-rebalance')}`;
      const run = onTerminal(command);
      expect((await run.ended).exitCode).toBe(0);
      expect(run.stdout()).toMatch(/0\/1 {2}First rebalance \d+\/13/);
      expect(run.stdout()).toMatch(/passed {2}First rebalance {2}\(13 steps/);
      const plain = onTerminal(command, { NO_COLOR: '1' });
      await plain.ended;
      expect(plain.stdout()).toMatch(/^passed {2}First rebalance [^\n]*\n$/);
    },
  );

  it.runIf(existsSync('/usr/bin/script'))(
    'waits before each step at a terminal, and shows what happened since',
    { ...proves('K46'), tags: ['deep'] },
    async () => {
      const run = onTerminal(
        `${ballast} replay ${fixture('rebalancing/first-rebalance')} --step`,
        {},
        '\n\n\nwhat\nq\n',
      );
      expect((await run.ended).exitCode).toBe(1);
      const text = run.stdout().replaceAll('\r', '');
      expect(text).toMatch(
        /event 3, portfolio\.created [^\n]*\n[^\n]* {2}step 1, [^\n]*first-rebalance\.yaml:\d+: GET \/portfolios/,
      );
      expect(text).toMatch(/event 4, rebalance\.simulated [^\n]*\n[^\n]* {2}step 3, [^\n]*: POST \/rebalance\n/);
      expect(text).toContain('step 4, ');
      expect(text).not.toContain('step 5, ');
      expect(text).toMatch(/stopped {2}First rebalance {2}\(3 steps/);
    },
  );

  it('replays what is saved and its includes, and shows the last good result for a broken file', {
    ...proves('K46'),
    tags: ['deep'],
  }, async () => {
    const folder = replayFolder();
    const [file, steps] = [join(folder, 'watched.yaml'), join(folder, 'steps.yaml')];
    writeFileSync(steps, 'steps:\n  - expect_event: { type: world.created }\n');
    writeFileSync(file, 'name: Watched\nworld: {}\nsteps:\n  - include: steps.yaml\n');
    const run = start(['--watch', '--root', folder, file]);
    await reported(run, /passed {2}Watched {2}\(1 step, .*\nwatching .*Ctrl-C ends\n/);
    writeFileSync(steps, 'steps:\n  - advance: 1h\n  - expect_event: { type: world.created }\n');
    await reported(run, /passed {2}Watched {2}\(2 steps, .*\nwatching /);
    writeFileSync(file, readFileSync(file, 'utf8').replace('name:', 'nam:'));
    await reported(
      run,
      /watched\.yaml:1:1 .*nam[\s\S]*watched\.yaml cannot be read at the moment; its last good version passed\nwatching /,
    );
    writeFileSync(file, 'name: Mended\nworld: {}\nsteps:\n  - expect_event: { type: world.created }\n');
    await reported(run, /passed {2}Mended {2}\(1 step, .*\nwatching /);
    run.child.kill('SIGINT');
    expect((await run.ended).exitCode).toBe(130);
  });

  it('ends with 130 when it is interrupted, its threads with it', { ...proves('K46'), tags: ['deep'] }, async () => {
    const folder = replayFolder();
    for (const name of ['a', 'b']) {
      const file = `name: Long ${name}\nworld: {}\nsteps:\n${'  - advance: 30d\n'.repeat(3_000)}`;
      writeFileSync(join(folder, `${name}.yaml`), file);
    }
    writeFileSync(
      join(folder, 'quick.yaml'),
      'name: Quick\nworld: {}\nsteps:\n  - expect_event: { type: world.created }\n',
    );
    const run = start(['--workers', '2', join(folder, 'quick.yaml'), join(folder, 'a.yaml'), join(folder, 'b.yaml')]);
    await reported(run, /passed {2}Quick/);
    run.child.kill('SIGINT');
    expect((await run.ended).exitCode).toBe(130);
  });
});

describe('a user who is asked before each step', () => {
  it.each([
    ['takes it with Enter', '\n', 'next'],
    ['goes on with c', 'c\n', 'continue'],
    ['leaves with q', 'Q\n', 'quit'],
    ['is asked again after another word', 'what\nc\n', 'continue'],
  ])('%s', async (_what, typed, response) => {
    const input = new PassThrough();
    const stepper = createStepper(input, new PassThrough(), new AbortController().signal);
    input.write(typed);
    expect(await stepper.ask('? ')).toBe(response);
  });

  it('stops at the end of the input, and when everything is interrupted', async () => {
    const input = new PassThrough();
    input.end();
    expect(await createStepper(input, new PassThrough(), new AbortController().signal).ask('? ')).toBe('quit');
    const stop = new AbortController();
    const pending = createStepper(new PassThrough(), new PassThrough(), stop.signal).ask('? ');
    stop.abort();
    expect(await pending).toBe('quit');
  });

  it('leaves no listener, however often it asks', proves('K46'), async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { signal } = new AbortController();
    const heard = () => [input, output].map((stream) => stream.eventNames().map((name) => stream.listenerCount(name)));
    const stepper = createStepper(input, output, signal);
    const ask = async () => {
      const pending = stepper.ask('? ');
      input.write('\n');
      expect(await pending).toBe('next');
    };
    await ask();
    const before = heard();
    for (let count = 0; count < 20; count += 1) await ask();
    expect(heard()).toEqual(before);
  });

  it('may play some steps and then the rest', proves('K46'), async () => {
    const responses: ('next' | 'continue')[] = ['next', 'next', 'continue'];
    const prompts: string[] = [];
    const stepper = {
      ask: async (question: string) => {
        prompts.push(question);
        return responses.shift() ?? 'quit';
      },
    };
    const { exit, text } = await replay([fixture('rebalancing/first-rebalance')], { stepper });
    expect([exit, prompts.length]).toEqual([0, 3]);
    expect(text).toContain(' step 3, ');
    expect(text).not.toContain(' step 4, ');
  });
});

const ballast = `${process.execPath} ${join(packageRoot(), 'src-server/cli/ballast.js')}`;

function start(args: readonly string[], env: Record<string, string | undefined> = {}): RunningProcess {
  const run = runBallast(['replay', ...args], { env: { CI: undefined, ...env } });
  running.push(run);
  return run;
}

/** Runs a shell command on a separate terminal, with `typed` waiting in its input. */
function onTerminal(command: string, env: Record<string, string> = {}, typed = ''): RunningProcess {
  const script = `printf '${typed.replaceAll('\n', '\\n')}' | script -qec "${command}" /dev/null`;
  const plain = { TERM: 'xterm', NO_COLOR: undefined, CI: undefined, ...env };
  const run = runProcess('/bin/sh', ['-c', script], { env: plain });
  running.push(run);
  return run;
}

/** Resolves once the output since the last call matches. */
async function reported(run: RunningProcess, wanted: RegExp): Promise<void> {
  const seen = heard.get(run) ?? 0;
  const rest = () => run.stdout().slice(seen);
  while (!wanted.test(rest())) {
    const more = new Promise<void>((resolve) => run.child.stdout?.once('data', () => resolve()));
    const end = await Promise.race([more, run.ended]);
    if (end !== undefined && !wanted.test(rest())) throw new Error(`it ended with:\n${rest()}\n${run.stderr()}`);
  }
  heard.set(run, run.stdout().length);
}

const heard = new WeakMap<RunningProcess, number>();
