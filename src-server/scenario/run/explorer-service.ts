/** The port of the control plane to explorations. Results have the shape of the contract. */
import type {
  ExplorationFacts,
  ExplorationPreview,
  ExplorationWire,
  FindingFile,
  StartExploration,
} from '../../contract/control/explorer/explorations.ts';
import type { Outcome } from '../../engine/outcome.ts';

export interface ExplorerService {
  /** Whether this server runs clients at all. */
  readonly runsClients: boolean;
  /** Stored explorations, oldest first. */
  list(): ExplorationFacts[];
  /**
   * The command that would run. 400 if commands are not allowed, or the client, its folder or its file cannot be used.
   */
  preview(wanted: StartExploration): Outcome<ExplorationPreview>;
  /**
   * 400 as for the preview, and if a confirmation does not match the command that would run now, or is missing though
   * `needsConfirmation`.
   */
  start(wanted: StartExploration, needsConfirmation: boolean): Outcome<ExplorationFacts>;
  find(id: string): Outcome<ExplorationWire>;
  stop(id: string): Outcome<ExplorationFacts>;
  /** `number` from 1. */
  findingFile(id: string, number: number, file: FindingFile): Outcome<string>;
}
