/**
 * `POST /portfolios`, the only path of both forms: the base, or the fields of the body, determine the form
 * (decision A2).
 */
import type { PortfolioA } from '../../contract/service/form-a.ts';
import type { createPortfolioInFormA } from '../../contract/service/form-a-operations.ts';
import type { createPortfolioInFormB } from '../../contract/service/form-b-operations.ts';
import { createPortfolioA } from '../../engine/commands/portfolios/create-portfolio-a.ts';
import { createPortfolioB } from '../../engine/commands/portfolios/create-portfolio-b.ts';
import { mapOutcome } from '../../engine/outcome.ts';
import { validateReadableRows } from '../../engine/planning/check-instruments.ts';
import type { PortfolioRecordA } from '../../engine/records.ts';
import type { Handler } from '../http/handler.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { viewPortfolioB } from '../views/service/view-portfolio-b.ts';

export const createInFormA: Handler<typeof createPortfolioInFormA, Pick<Services, 'world'>> = ({
  world,
  body,
  client,
}) => mapOutcome(createPortfolioA(world, client.accountId, body), viewOfA);

export const createInFormB: Handler<typeof createPortfolioInFormB, Pick<Services, 'world'>> = {
  findMore: ({ world }, unread) => [
    ...validateReadableRows(world, unread, 'holdings'),
    ...validateReadableRows(world, unread, 'targets'),
  ],
  handle: ({ world, body, client, nowMs }) =>
    mapOutcome(createPortfolioB(world, client.accountId, body), (portfolio) => viewPortfolioB(world, portfolio, nowMs)),
};

function viewOfA(portfolio: PortfolioRecordA): PortfolioA {
  return {
    portfolio_id: portfolio.portfolioId,
    name: portfolio.name,
    currency: portfolio.currency as PortfolioA['currency'],
    tax_jurisdiction: portfolio.taxJurisdiction,
    account_type: portfolio.accountType as PortfolioA['account_type'],
    default_tax_method: portfolio.defaultTaxMethod as PortfolioA['default_tax_method'],
    created: Math.floor(portfolio.createdMs / 1000),
  };
}

const FORM_A_FIELDS = ['name', 'tax_jurisdiction', 'account_type', 'metadata'];
const FORM_B_FIELDS = ['external_id', 'tax_wrapper', 'holdings', 'targets', 'cash'];

/** Throws a `Problem` (400) for a body that has fields of both forms, or of neither. */
export function formOfBody(body: unknown): 'A' | 'B' {
  const has = (fields: readonly string[]) =>
    typeof body === 'object' && body !== null && fields.some((field) => Object.hasOwn(body, field));
  const isA = has(FORM_A_FIELDS);
  const isB = has(FORM_B_FIELDS);
  if (isA !== isB) return isA ? 'A' : 'B';
  const which = isA ? 'fields of both forms' : 'a field of neither form';
  throw new Problem(
    'invalid_request',
    `The body has ${which}: Form A has ${FORM_A_FIELDS.join(', ')}; Form B has ${FORM_B_FIELDS.join(', ')}. ` +
      'Use /form-a/v1 or /form-b/v1 to choose the form.',
  );
}
