/** `ballast explore`: which faults break a client? (decision Q1) */
import type { Command } from 'commander';
import type { ExplorationProgress } from '../../app.ts';
import { TRIALS_OF_CORE } from '../../system/server-defaults.ts';
import { type ExploreFlags, exploreOptions, type ValidatedExplore } from '../options/explore-options.ts';
import { collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { type RunListeners, runWithProgress } from '../terminal/run-with-progress.ts';

export function addExploreCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('explore').description('find the faults that break your client');
  collectUnknownArguments(command)
    .usage('[options] [explore.yaml] -- <command of your client>')
    .option('--budget <duration>', 'time limit of the search, such as 90s (default: 10m, or none with --trials)')
    .option('--trials <number>', 'end the search after this number of trials')
    .option(
      '--jobs <number>',
      `trials at once (default: ${TRIALS_OF_CORE.started} for each core, ${TRIALS_OF_CORE.reused} with keep_alive)`,
    )
    .option('--seed <number>', 'seed of the random schedules of faults (default: 1)')
    .option('--out <folder>', 'the folder of the findings (default: the name of the file, or client, with .explore)')
    .option('--resume', 'continue the exploration in the folder without repeating trials')
    .option('--only <verdict>', 'report only findings that are wrong, misbehaving or weak')
    .option('--json', 'print the report as JSON')
    .option('--junit <file>', 'also write the report as JUnit XML')
    .option('--queue <url>', 'let `ballast worker --allow-commands` run the client, through the Redis at this address')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ExploreFlags) => {
      const client = commandOfClient(program);
      const parse = (files: readonly string[]) => exploreOptions(flags, files, client);
      const { createExplorationMeter } = await import('../../app.ts');
      const terms = { format: createExplorationMeter(), foreignArguments: client.length };
      end(await runWithProgress(command, shutdown, parse, explore, terms));
    });
}

async function explore(options: ValidatedExplore & RunListeners<ExplorationProgress>): Promise<number> {
  const { exploreCommand } = await import('../../app.ts');
  return exploreCommand(options);
}

/** What follows `--` on the command line. */
function commandOfClient(program: Command & { rawArgs?: readonly string[] }): readonly string[] {
  const { rawArgs = [] } = program;
  const at = rawArgs.indexOf('--');
  return at < 0 ? [] : rawArgs.slice(at + 1);
}
