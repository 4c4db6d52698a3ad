/** A portfolio store that records which portfolios were written since the last call of `takeChanged`. */
import type { PortfolioStore } from '../ports/stores.ts';

export interface ChangeTrackingStore extends PortfolioStore {
  /** Returns the ids written since the last call, and clears them. */
  takeChanged(): ReadonlySet<string>;
}

export function trackChanges(store: PortfolioStore): ChangeTrackingStore {
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
