/** The files from which steps are loaded, how they are found, and the state of loading them. */
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import type { FillRoom } from '../references/fill-room.ts';
import type { FileFault, PlaceOf } from './read-document.ts';

export interface StepPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** JSON pointer in its file. */
  readonly pointer: string;
}

/** Finds and reads files. */
export interface SourceFiles {
  /** Reads up to `maxBytes`; if left out, the maximum size of a scenario. */
  read(
    file: string,
    maxBytes?: number,
  ): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly issue: string };
  /** The file that `path` refers to in `from`; `null` if it is outside the project. */
  resolve(from: string, path: string): string | null;
}

/** A file whose steps are validated, with the values of its variables. */
export interface StepSource {
  readonly file: string;
  readonly placeOf: PlaceOf;
  readonly variables: ReadonlyMap<string, unknown>;
}

export interface ExpandedSteps {
  readonly steps: ScenarioStep[];
  readonly faults: FileFault[];
  readonly stepPlace: (step: ScenarioStep) => StepPlace;
  /** False if steps are missing, such as those of a file that cannot be read. */
  readonly isWhole: boolean;
  /** Files that were included, each once. */
  readonly sources: readonly string[];
}

/** The state of loading all files. */
export interface Expansion {
  readonly files: SourceFiles;
  readonly faults: FileFault[];
  /** Limit for the filled texts of all files. */
  readonly room: FillRoom;
  readonly places: Map<object, StepPlace>;
  readonly sources: Set<string>;
  /** Places of steps that had to be left out. */
  readonly missing: Set<string>;
  /** Files that are being read, the outermost first. */
  readonly chain: readonly string[];
}

export function reportIssue(expansion: Expansion, { file, placeOf }: StepSource, pointer: string, issue: string): void {
  expansion.faults.push({ file, ...placeOf(pointer), pointer, issue });
}
