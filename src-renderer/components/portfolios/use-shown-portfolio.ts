/** The portfolio of the current page, for the views and dialogs with routes below it. */
import { useOutletContext } from 'react-router';
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';

export const useShownPortfolio = () => useOutletContext<PortfolioView>();
