/** The draft of a new world or a fork, and the request made of it. Pure. */
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import { type NumberText, numberOf } from '../../components/forms/number-text.ts';
import { toInstant } from '../../components/forms/virtual-instant.ts';

export interface WorldDraft {
  readonly name: string;
  readonly seed: NumberText;
  readonly clock: string;
  /** Empty: as in the copied world. */
  readonly clock_mode: '' | 'realtime' | 'manual' | 'instant';
  readonly dividends: 'off' | 'on';
  readonly settlement: 'immediate' | 'simulated';
  readonly expires_after: string;
  readonly isStored: boolean;
}

/** The settings of this page's world that a new one starts with. */
export type ShownWorld = Pick<WorldDraft, 'dividends' | 'settlement'> & {
  readonly seed: number;
  readonly clock_mode: Exclude<WorldDraft['clock_mode'], ''>;
};

const EMPTY = { name: '', seed: '', clock: '', clock_mode: '', expires_after: '', isStored: false } as const;

/** A new world starts with the settings of the current one; a fork has those of the copied world. */
export function newWorldDraft(shown: ShownWorld | undefined, isFork: boolean): WorldDraft {
  if (isFork || shown === undefined) return { ...EMPTY, dividends: 'off', settlement: 'immediate' };
  return { ...EMPTY, ...shown };
}

export function worldBody(draft: WorldDraft, forkOf: string | undefined): ControlBody<'POST /worlds'> {
  const { name, seed, clock, clock_mode: mode, dividends, settlement, expires_after: expires, isStored } = draft;
  return {
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(seed === '' ? {} : { seed: numberOf(seed) }),
    ...(clock.trim() === '' ? {} : { clock: toInstant(clock) }),
    ...(mode === '' ? {} : { clock_mode: mode }),
    ...(expires.trim() === '' ? {} : { expires_after: expires.trim() }),
    ...(forkOf === undefined ? { dividends, settlement } : { fork_of: forkOf }),
    keep: isStored,
  };
}
