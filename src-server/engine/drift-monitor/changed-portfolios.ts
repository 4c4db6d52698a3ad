/** A portfolio store that records which portfolios were written since the last call of `takeChanged`. */
import type { PortfolioStore } from '../ports/stores.ts';

export interface ChangeTrackingStore extends PortfolioStore {
  /** Returns the ids written since the last call, each with whether it was created since then, and clears them. */
  takeChanged(): ReadonlyMap<string, boolean>;
}

export function trackChanges(store: PortfolioStore): ChangeTrackingStore {
  let changed = new Map<string, boolean>();
  const note = (portfolioId: string) => void changed.set(portfolioId, changed.get(portfolioId) ?? false);
  return {
    ...store,
    insert(portfolio, positions, targets) {
      changed.set(portfolio.portfolioId, true);
      store.insert(portfolio, positions, targets);
    },
    update(portfolio) {
      note(portfolio.portfolioId);
      store.update(portfolio);
    },
    setPosition(portfolioId, position) {
      note(portfolioId);
      store.setPosition(portfolioId, position);
    },
    replacePositions(portfolioId, positions) {
      note(portfolioId);
      store.replacePositions(portfolioId, positions);
    },
    replaceTargets(portfolioId, targets) {
      note(portfolioId);
      store.replaceTargets(portfolioId, targets);
    },
    takeChanged() {
      const taken = changed;
      changed = new Map();
      return taken;
    },
  };
}
