/** The portfolio whose page is shown, for the views and dialogs that have routes below it. */
import { useOutletContext } from 'react-router';
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';

export const useShownPortfolio = () => useOutletContext<PortfolioView>();
