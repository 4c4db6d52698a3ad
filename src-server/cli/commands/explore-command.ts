/** `ballast explore`: finds the faults that break a client (decision Q1). */
import type { Command } from 'commander';
import type { ExplorationProgress } from '../../app.ts';
import { addFlags } from '../options/add-flags.ts';
import {
  EXPLORE_FLAGS,
  type ExploreFlags,
  exploreFlagOptions,
  type ValidatedExplore,
} from '../options/explore-options.ts';
import { collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { type RunListeners, runWithProgress } from '../terminal/run-with-progress.ts';

export function addExploreCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('explore').description('find the faults that break your client');
  addFlags(collectUnknownArguments(command), EXPLORE_FLAGS)
    .usage('[options] [explore.yaml] -- <command of your client>')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ExploreFlags) => {
      const client = commandOfClient(program);
      const parse = (files: readonly string[]) => exploreFlagOptions(flags, files, client);
      const { createExplorationMeter } = await import('../../app.ts');
      const terms = { format: createExplorationMeter(), foreignArguments: client.length };
      end(await runWithProgress(command, shutdown, parse, explore, terms));
    });
}

async function explore(options: ValidatedExplore & RunListeners<ExplorationProgress>): Promise<number> {
  const { exploreCommand } = await import('../../app.ts');
  return exploreCommand(options);
}

/** Returns the arguments after `--` on the command line. */
function commandOfClient(program: Command & { rawArgs?: readonly string[] }): readonly string[] {
  const { rawArgs = [] } = program;
  const at = rawArgs.indexOf('--');
  return at < 0 ? [] : rawArgs.slice(at + 1);
}
