/** Which documents there are, and of which operations each is made (decisions A1, L29). Refuses to know of HTTP servers. */

import { controlAccountOperations } from '../control/accounts/account-operations.ts';
import { controlMarketOperations } from '../control/market/market-operations.ts';
import { controlComplianceOperations } from '../control/portfolios/compliance-operations.ts';
import { controlPlanOperations } from '../control/portfolios/plan-operations.ts';
import { controlPortfolioHistoryOperations } from '../control/portfolios/portfolio-history-operations.ts';
import { controlRecordingOperations } from '../control/scenarios/recording-operations.ts';
import { controlScenarioOperations } from '../control/scenarios/scenario-operations.ts';
import { controlSweepOperations } from '../control/scenarios/sweep-operations.ts';
import { controlSinkOperations } from '../control/webhooks/sink-operations.ts';
import { controlWebhookOperations } from '../control/webhooks/webhook-operations.ts';
import { controlHistoryOperations } from '../control/world/history-operations.ts';
import { controlRecordOperations } from '../control/world/record-operations.ts';
import { controlSnapshotOperations } from '../control/world/snapshot-operations.ts';
import { controlStorageOperations } from '../control/world/storage-operations.ts';
import { controlTraceOperations } from '../control/world/trace-operations.ts';
import { controlWorldOperations } from '../control/world/world-operations.ts';
import { createPortfolioInEither } from '../service/both-operations.ts';
import type { ErrorCode } from '../service/errors.ts';
import { createPortfolioInFormA, formAOperations } from '../service/form-a-operations.ts';
import { createPortfolioInFormB, formBOperations } from '../service/form-b-operations.ts';
import { WEBHOOK_TYPES } from '../service/webhooks.ts';
import { DOCUMENT_BASES, type DocumentName } from './bases.ts';
import { documentOperation, type Operation } from './operation.ts';

type WebhookType = (typeof WEBHOOK_TYPES)[number];

export interface DocumentPlan {
  /** Where the base is, below the server's origin. */
  readonly basePath: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
  readonly webhooks: readonly WebhookType[];
  /** What every operation may answer with; open ones are not asked for a key. */
  readonly commonErrors: readonly ErrorCode[];
  readonly isControl: boolean;
}

const SERVICE_ERRORS = ['invalid_request', 'unauthorized', 'rate_limit', 'internal_error'] as const;

/** Form A makes no plans that wait for anybody (decision F11). */
const FORM_A_TYPES = WEBHOOK_TYPES.filter((type) => type !== 'rebalance.created' && type !== 'rebalance.cancelled');

const SIMULATED =
  'Ballast simulates this service on your own machine: prices, orders and money are made up. Identifiers and times come ' +
  'from a seeded world and its virtual clock. Every answer has the header `X-Request-Id`.';

export const DOCUMENTS: Readonly<Record<DocumentName, DocumentPlan>> = {
  'form-a': {
    basePath: DOCUMENT_BASES['form-a'],
    title: 'Portfolio Rebalancing Service, Form A',
    description: `Form A of the service: portfolios whose rebalances execute by themselves. ${SIMULATED}`,
    operations: [createPortfolioInFormA, ...formAOperations, documentOperation],
    webhooks: FORM_A_TYPES,
    commonErrors: SERVICE_ERRORS,
    isControl: false,
  },
  'form-b': {
    basePath: DOCUMENT_BASES['form-b'],
    title: 'Portfolio Rebalancing Service, Form B',
    description: `Form B of the service: plans that are looked at, then executed or cancelled. ${SIMULATED}`,
    operations: [createPortfolioInFormB, ...formBOperations, documentOperation],
    webhooks: WEBHOOK_TYPES,
    commonErrors: SERVICE_ERRORS,
    isControl: false,
  },
  both: {
    basePath: DOCUMENT_BASES.both,
    title: 'Portfolio Rebalancing Service, both forms',
    description: `Both forms of the service under one base; only creating a portfolio is in both. ${SIMULATED}`,
    operations: [createPortfolioInEither, ...formAOperations, ...formBOperations, documentOperation],
    webhooks: WEBHOOK_TYPES,
    commonErrors: SERVICE_ERRORS,
    isControl: false,
  },
  control: {
    basePath: DOCUMENT_BASES.control,
    title: 'Ballast control plane',
    description:
      'The hands on the simulated world: its clock, market, faults, webhooks and records. No part of the simulated ' +
      'service, whose bases are `/form-a/v1`, `/form-b/v1` and `/v1`.',
    operations: [
      ...controlWorldOperations,
      ...controlPlanOperations,
      ...controlPortfolioHistoryOperations,
      ...controlAccountOperations,
      ...controlMarketOperations,
      ...controlWebhookOperations,
      ...controlComplianceOperations,
      ...controlRecordOperations,
      ...controlRecordingOperations,
      ...controlScenarioOperations,
      ...controlHistoryOperations,
      ...controlSweepOperations,
      ...controlSinkOperations,
      ...controlTraceOperations,
      ...controlStorageOperations,
      ...controlSnapshotOperations,
      documentOperation,
    ],
    webhooks: [],
    commonErrors: ['invalid_request', 'unauthorized', 'internal_error'],
    isControl: true,
  },
};
