/** A complete portfolio created by one request: its account, and its initial contents (decision L145). */
import { z } from 'zod';
import { createPortfolioABody } from '../../service/form-a.ts';
import { createPortfolioBBody } from '../../service/form-b.ts';
import { setConstraintsBody } from './constraints.ts';
import { setPolicyBody } from './policies.ts';
import { setCashBody, setPositionsBody, setTargetsBody } from './portfolios.ts';

const positions = setPositionsBody.shape.positions.optional();
const constraints = setConstraintsBody.optional().describe('Constraints that every plan of the portfolio observes.');
const policy = setPolicyBody.optional();

/** `positions` replace the holdings of the request, as through the control plane: with tax lots. */
export const newPortfolioB = z.strictObject({
  form: z.literal('B').describe('Form of the portfolio.'),
  request: createPortfolioBBody,
  positions,
  constraints,
  policy,
});

/** Form A portfolios start with cash only; `positions`, `cash` and `targets` are set as through the control plane. */
export const newPortfolioA = z.strictObject({
  form: z.literal('A').describe('Form of the portfolio.'),
  request: createPortfolioABody,
  positions,
  cash: setCashBody.shape.amount.optional(),
  targets: setTargetsBody.shape.targets.optional().describe('Targets, until its first rebalance brings its own.'),
  constraints,
  policy,
});

/** `POST /sim/portfolios`. */
export const newPortfolioBody = z
  .discriminatedUnion('form', [newPortfolioA, newPortfolioB])
  .meta({ id: 'NewPortfolio', description: 'A whole portfolio: its account, and what it holds from the beginning.' });
