/** The base `/v1` for both forms: their only common path accepts and returns either (decisions A1, A2). */
import { z } from 'zod';
import { operation } from '../openapi/operation.ts';
import { createPortfolioABody, portfolioA } from './form-a.ts';
import { createPortfolioBBody, portfolioB } from './form-b.ts';

export const createPortfolioInEither = operation('createPortfolio', {
  method: 'post',
  path: '/portfolios',
  tag: 'Portfolios',
  summary: 'Create a portfolio of either form',
  description:
    'Form A where the body has any of `name, tax_jurisdiction, account_type, metadata`; Form B where it has any of ' +
    '`external_id, tax_wrapper, holdings, targets, cash`; fields of both, or of neither, are refused.',
  source: 'specification 4; decisions A2, F1, G1',
  body: z
    .union([createPortfolioABody, createPortfolioBBody])
    .meta({ id: 'CreatePortfolio', description: 'A portfolio of Form A or of Form B.' }),
  success: {
    status: 201,
    description: 'The portfolio, in the format of its form.',
    content: [
      z.union([portfolioA, portfolioB]).meta({ id: 'Portfolio', description: 'A portfolio of Form A or of Form B.' }),
    ],
  },
});
