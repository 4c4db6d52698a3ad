/** The load of one life: a few concurrent clients, each of which draws its next request. */
import { changeAccess } from './access-load.ts';
import { changeHistory } from './history-load.ts';
import { type Life, ServerGone, type Step } from './life.ts';
import { changeMarket, moveClock } from './market-load.ts';
import { changePortfolio, importPortfolio, rebalanceInBulk } from './portfolio-load.ts';
import { beginRun, changeWorlds, record } from './server-load.ts';
import { askFormA, askFormB } from './service-load.ts';

interface Kind {
  readonly weight: number;
  readonly step: Step;
  /** It copies or replaces the first world, while no other request is under way. */
  readonly isAlone?: boolean;
}

/** At most one request of a kind is under way at a time, so that the facts about its subjects are exact. */
const KINDS: readonly Kind[] = [
  { weight: 10, step: askFormA },
  { weight: 10, step: askFormB },
  { weight: 10, step: changePortfolio },
  { weight: 4, step: rebalanceInBulk },
  { weight: 2, step: importPortfolio },
  { weight: 10, step: changeMarket },
  { weight: 8, step: changeAccess },
  { weight: 12, step: moveClock },
  { weight: 4, step: record },
  { weight: 2, step: beginRun },
  { weight: 3, step: changeWorlds, isAlone: true },
  { weight: 3, step: changeHistory, isAlone: true },
];
const CLIENTS = 3;

/** Resolves once the server no longer responds, or at `isOver`. */
export async function runLoad(life: Life, isOver: () => boolean): Promise<void> {
  const turns = new Turns();
  const busy = new Set<Kind>();
  const client = async () => {
    while (!isOver()) {
      const kind = drawKind(life, busy);
      busy.add(kind);
      try {
        await turns.take(kind.isAlone === true, () => kind.step(life));
      } catch (error) {
        if (error instanceof ServerGone || isOver()) return;
        throw error;
      } finally {
        busy.delete(kind);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

function drawKind({ draws }: Life, busy: ReadonlySet<Kind>): Kind {
  const free = KINDS.filter((kind) => !busy.has(kind));
  const drawn = draws.pick(free.flatMap((kind) => new Array<Kind>(kind.weight).fill(kind)));
  if (drawn === undefined) throw new Error('there are more clients than kinds of requests');
  return drawn;
}

/** A request that has to be alone waits for all that are under way, and the others wait for it. */
class Turns {
  #others: Promise<unknown>[] = [];
  #alone: Promise<unknown> = Promise.resolve();

  async take<T>(isAlone: boolean, work: () => Promise<T>): Promise<T> {
    const before = isAlone ? Promise.all([this.#alone, ...this.#others]) : this.#alone;
    const done = before.then(work);
    const over = done.then(
      () => undefined,
      () => undefined,
    );
    if (isAlone) {
      this.#alone = over;
      this.#others = [];
    } else this.#others.push(over);
    return done;
  }
}
