/** An address below a portfolio that is not one of its views. */
import { Navigate, useParams } from 'react-router';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { paths } from '../../../paths.ts';
import { PORTFOLIO_VIEWS } from './portfolio-views.ts';

/** An address with the label of a tab redirects to that tab; any other shows nothing. */
export function NoSuchView() {
  const { portfolioId = '', '*': typed = '' } = useParams();
  const named = PORTFOLIO_VIEWS.find(({ label }) => label.toLowerCase().replaceAll(' ', '-') === typed.toLowerCase());
  if (named !== undefined) return <Navigate to={paths.portfolioView(portfolioId, named.view)} replace />;
  return (
    <EmptyPanel>
      <strong>A portfolio has no view “{typed}”.</strong>
      Choose one of the tabs above.
      <NextStep to={paths.portfolio(portfolioId)}>Go to the overview</NextStep>
    </EmptyPanel>
  );
}
