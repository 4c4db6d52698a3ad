/** An exploration as its form's draft, and as a request. Pure. */
import type { ExplorationFacts } from '../../../../src-server/contract/control/explorer/explorations.ts';
import type { StartExploration } from '../../../api/runs/explorations-api.ts';
import type { Verdict } from '../../../components/explorer/verdicts.tsx';
import { type NumberText, numberOf } from '../../../components/forms/number-text.ts';
import { joinCommand, splitCommand } from './split-command.ts';

export interface ExplorationDraft {
  /** A command line. */
  readonly command: string;
  readonly folder: string;
  /** An `explore.yaml`, relative to the folder; empty: none. */
  readonly file: string;
  readonly budget: string;
  /** Empty: as many as the budget allows. */
  readonly trials: NumberText;
  readonly seed: NumberText;
  readonly only: Verdict | 'all';
  /** Empty: the service chooses. */
  readonly jobs: NumberText;
}

const DEFAULT: ExplorationDraft = {
  command: '',
  folder: '',
  file: '',
  budget: '2m',
  trials: '',
  seed: 1,
  only: 'all',
  jobs: '',
};

type Likeness = Pick<ExplorationFacts, 'command' | 'folder' | 'seed' | 'request'>;

/** `like`: an exploration to repeat; null: none. `folder`: that of the last one. */
export function startingDraft(like: Likeness | null, folder: string): ExplorationDraft {
  if (like === null) return { ...DEFAULT, folder };
  const { file, budget, trials, only, jobs } = like.request;
  return {
    command: joinCommand(like.command),
    folder: like.folder,
    file: file ?? '',
    budget,
    seed: like.seed,
    trials: trials ?? '',
    only: only ?? 'all',
    jobs: jobs ?? '',
  };
}

export function explorationRequest(draft: ExplorationDraft): StartExploration {
  const { args } = splitCommand(draft.command);
  const { trials, jobs, only } = draft;
  const file = draft.file.trim();
  return {
    ...(args.length === 0 ? {} : { command: [...args] }),
    ...(file === '' ? {} : { file }),
    folder: draft.folder.trim(),
    budget: draft.budget.trim(),
    seed: numberOf(draft.seed),
    ...(trials === '' ? {} : { trials: numberOf(trials) }),
    ...(jobs === '' ? {} : { jobs: numberOf(jobs) }),
    ...(only === 'all' ? {} : { only }),
  };
}

/** The missing input, as a sentence; `null`: it can be submitted. */
export function whyDisabled({ command, folder, file }: ExplorationDraft): string | null {
  const { args, openQuote } = splitCommand(command);
  if (openQuote !== null) return `Close the quote ${openQuote} in the command.`;
  if (args.length === 0 && file.trim() === '') return 'Enter the command of your client first.';
  return folder.trim() === '' ? 'Enter the folder that the client runs in.' : null;
}
