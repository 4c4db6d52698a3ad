/** `POST /portfolios`, the one path both forms have: by its base, or by the fields of the body (decision A2). */
import type { Request, Router } from 'express';
import { createPortfolioInEither } from '../../contract/service/both-operations.ts';
import { type PortfolioA, createPortfolioA as portfolioASchema } from '../../contract/service/form-a.ts';
import { type PortfolioB, createPortfolioB as portfolioBSchema } from '../../contract/service/form-b.ts';
import { createPortfolioA } from '../../engine/commands/portfolios/create-portfolio-a.ts';
import { createPortfolioB } from '../../engine/commands/portfolios/create-portfolio-b.ts';
import { validateReadableRows } from '../../engine/planning/check-instruments.ts';
import type { PortfolioRecordA } from '../../engine/records.ts';
import type { World } from '../../engine/world.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import { addOperation } from '../http/add-operation.ts';
import { parseBody, readJson } from '../http/bodies/read-body.ts';
import { acceptedOf, Problem } from '../http/problem.ts';
import { contextOf } from '../http/request-context.ts';
import { sendJson } from '../http/send-response.ts';
import { viewPortfolioB } from '../views/service/view-portfolio-b.ts';

export interface CreatePortfolioDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

/** The forms of a base. */
export type Forms = 'A' | 'B' | 'both';

export function createPortfolioRoute(router: Router, service: CreatePortfolioDependencies, forms: Forms): void {
  addOperation(router, createPortfolioInEither, readJson, (request, response) => {
    service.driver.nowMs();
    const form = forms === 'both' ? formOfBody(request.body) : forms;
    sendJson(request, response, 201, form === 'A' ? createA(service, request) : createB(service, request));
    service.driver.afterCommand();
  });
}

function createA({ world }: CreatePortfolioDependencies, request: Request): PortfolioA {
  return answerA(
    acceptedOf(createPortfolioA(world, contextOf(request).accountId, parseBody(request, portfolioASchema))),
  );
}

function answerA(portfolio: PortfolioRecordA): PortfolioA {
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

function createB({ world }: CreatePortfolioDependencies, request: Request): PortfolioB {
  const body = parseBody(request, portfolioBSchema, (unread) => [
    ...validateReadableRows(world, unread, 'holdings'),
    ...validateReadableRows(world, unread, 'targets'),
  ]);
  const portfolio = acceptedOf(createPortfolioB(world, contextOf(request).accountId, body));
  return viewPortfolioB(world, portfolio, world.kernel.nowMs);
}

const FORM_A_FIELDS = ['name', 'tax_jurisdiction', 'account_type', 'metadata'];
const FORM_B_FIELDS = ['external_id', 'tax_wrapper', 'holdings', 'targets', 'cash'];

function formOfBody(body: unknown): 'A' | 'B' {
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
