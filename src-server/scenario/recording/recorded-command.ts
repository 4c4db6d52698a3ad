/** What a recorded session consists of, wherever it was recorded: requests in their order, and how each was answered. */
import type { AnswerFacts, CommandBase } from '../../engine/ports/command-port.ts';

export interface RecordedCommand {
  readonly base: CommandBase;
  readonly method: string;
  /** Below the base, with its query. */
  readonly path: string;
  /** `null` without one. */
  readonly body: string | null;
  /** Headers that mean something to the service, besides the key and the type of a JSON body. */
  readonly headers: Readonly<Record<string, string>>;
  /** The key that was shown: that of the run, one by its identifier, none, or one that is not valid. */
  readonly key: 'run' | 'none' | 'wrong' | { readonly keyId: string };
  /** Virtual time; `null`: not known. */
  readonly atMs: number | null;
  /** `null`: not known. */
  readonly status: number | null;
  readonly facts: AnswerFacts | null;
  /** Nothing whole came back, whatever was answered. */
  readonly got?: 'nothing';
  /** Host ms to wait for the answer, where that is not as usual. */
  readonly timeoutMs?: number;
  /** Why it is no step of the scenario. */
  readonly leftOut?: string;
  /** Whether it wrote to the event log, as far as that is known. */
  readonly wrote: boolean;
}
