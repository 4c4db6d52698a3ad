/** A recorded request with its response, wherever the session was recorded. */
import type { CommandBase, ResponseFacts } from '../../engine/ports/command-port.ts';

export interface RecordedCommand {
  readonly base: CommandBase;
  readonly method: string;
  /** Below the base, with its query. */
  readonly path: string;
  /** `null` without one. */
  readonly body: string | null;
  /** Headers that matter to the service, except the key and the type of a JSON body. */
  readonly headers: Readonly<Record<string, string>>;
  /** The key that was sent: that of the run, one by its id, none, or an invalid one. */
  readonly key: 'run' | 'none' | 'wrong' | { readonly keyId: string };
  /** Virtual time; `null`: unknown. */
  readonly atMs: number | null;
  /** `null`: unknown. */
  readonly status: number | null;
  readonly facts: ResponseFacts | null;
  /** The client got no complete response, whatever the service sent. */
  readonly got?: 'nothing';
  /** Host ms to wait for the response, if that is not the default. */
  readonly timeoutMs?: number;
  /** Why it is not a step of the scenario. */
  readonly leftOut?: string;
  /** Whether it wrote to the event log, as far as that is known. */
  readonly wrote: boolean;
}
