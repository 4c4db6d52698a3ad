/** A portfolio store that remembers which portfolios were written since somebody asked. */
import type { PortfolioStore } from '../ports/stores.ts';

export interface ChangeNotingStore extends PortfolioStore {
  /** Ids written since the last call; forgets them. */
  takeChanged(): ReadonlySet<string>;
}

export function noteChanges(store: PortfolioStore): ChangeNotingStore {
  let changed = new Set<string>();
  return {
    ...store,
    insert(portfolio, positions, targets) {
      changed.add(portfolio.portfolioId);
      store.insert(portfolio, positions, targets);
    },
    update(portfolio) {
      changed.add(portfolio.portfolioId);
      store.update(portfolio);
    },
    setPosition(portfolioId, position) {
      changed.add(portfolioId);
      store.setPosition(portfolioId, position);
    },
    replacePositions(portfolioId, positions) {
      changed.add(portfolioId);
      store.replacePositions(portfolioId, positions);
    },
    replaceTargets(portfolioId, targets) {
      changed.add(portfolioId);
      store.replaceTargets(portfolioId, targets);
    },
    takeChanged() {
      const taken = changed;
      changed = new Set();
      return taken;
    },
  };
}
