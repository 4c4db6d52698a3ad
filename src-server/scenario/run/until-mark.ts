/**
 * The event from which an `until` searches (decision K126): the last step that could have caused the awaited event, so
 * that nothing before the step itself is missed. A step that only reads causes nothing; events of an earlier `until` do
 * not count again.
 */

import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { READING_METHODS } from '../../domain/world-choices.ts';
import { everyStep } from '../load/every-step.ts';
import type { ScenarioHost } from './scenario-host.ts';

export interface UntilMark {
  /** Number of the last event before it. */
  readonly seq: number;
  /** Number of webhooks that receivers had accepted before it, by each type that the scenario waits for. */
  readonly delivered: ReadonlyMap<string, number>;
}

export class UntilMarks {
  readonly #host: ScenarioHost;
  readonly #awaited: readonly string[];
  #latest: UntilMark = { seq: 0, delivered: new Map() };

  constructor(host: ScenarioHost, steps: readonly ScenarioStep[]) {
    this.#host = host;
    const types = [...everyStep(steps)].flatMap((step) => ('until' in step ? (step.until.webhook ?? []) : []));
    this.#awaited = [...new Set(types)];
  }

  get latest(): UntilMark {
    return this.#latest;
  }

  /** Call it when the world returns to the state that it had at this mark. */
  goBackTo(mark: UntilMark): void {
    this.#latest = mark;
  }

  async begin(): Promise<void> {
    await this.#take();
  }

  async beforeStep(step: ScenarioStep): Promise<void> {
    if (isCause(step)) await this.#take();
  }

  async afterStep(step: ScenarioStep): Promise<void> {
    if ('until' in step) await this.#take();
  }

  async #take(): Promise<void> {
    // Deliveries in progress were caused earlier.
    if (this.#awaited.length > 0) await this.#host.settled();
    this.#latest = {
      seq: this.#host.context().world.kernel.eventCount,
      delivered: new Map(this.#awaited.map((type) => [type, this.#host.countDelivered(type)])),
    };
  }
}

/** Whether the step may change the world, or moves time; an `until` counts by its end. */
function isCause(step: ScenarioStep): boolean {
  if ('request' in step) return !READING_METHODS.has(step.request.method);
  if ('control' in step) return !READING_METHODS.has(step.control.method);
  if ('parallel' in step) return step.parallel.some(isCause);
  return !(
    'until' in step ||
    'snapshot' in step ||
    'print' in step ||
    'assert' in step ||
    'fork' in step ||
    Object.keys(step).some((field) => field.startsWith('expect_'))
  );
}
