/** The random draws of the kill test: all follow from its seed, so that it can be repeated. */
import { drawUniform, streamKey } from '../../src-server/kernel/streams.ts';

export class Draws {
  readonly #key: ReturnType<typeof streamKey>;
  #next = 0;

  constructor(seed: number, purpose: string) {
    this.#key = streamKey(seed, `test.crash.${purpose}`);
  }

  /** From 0 to below 1. */
  uniform(): number {
    this.#next += 1;
    return drawUniform(this.#key, this.#next);
  }

  /** An integer from `least` to `most`, inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.uniform() * (most - least + 1));
  }

  /** `undefined` where there is none. */
  pick<T>(of: readonly T[]): T | undefined {
    return of[this.between(0, of.length - 1)];
  }
}
