/** The documents, and the operations of each (decisions A1, L29). Independent of HTTP servers. */

import { WEBHOOK_TYPES } from '../../domain/webhook-choices.ts';
import { accountOperations } from '../control/accounts/account-operations.ts';
import { keyOperations } from '../control/accounts/key-operations.ts';
import { explorerOperations } from '../control/explorer/explorer-operations.ts';
import { stubOperations } from '../control/http-faults/stub-operations.ts';
import { importOperations } from '../control/imports/import-operations.ts';
import { labOperations } from '../control/lab/lab-operations.ts';
import { corporateActionOperations } from '../control/market/corporate-action-operations.ts';
import { exchangeOperations } from '../control/market/exchange-operations.ts';
import { faultOperations } from '../control/market/fault-operations.ts';
import { marketOperations } from '../control/market/market-operations.ts';
import { bulkOperations } from '../control/portfolios/bulk-operations.ts';
import { mifidOperations } from '../control/portfolios/mifid-operations.ts';
import { planOperations } from '../control/portfolios/plan-operations.ts';
import { portfolioHistoryOperations } from '../control/portfolios/portfolio-history-operations.ts';
import { portfolioOperations } from '../control/portfolios/portfolio-operations.ts';
import { rebalanceOperations } from '../control/portfolios/rebalance-operations.ts';
import { recordingOperations } from '../control/scenarios/recording-operations.ts';
import { scenarioOperations } from '../control/scenarios/scenario-operations.ts';
import { sweepOperations } from '../control/scenarios/sweep-operations.ts';
import { sinkOperations, sinkReceiverOperations } from '../control/webhooks/sink-operations.ts';
import { webhookOperations } from '../control/webhooks/webhook-operations.ts';
import { clockOperations } from '../control/world/clock-operations.ts';
import { healthOperations } from '../control/world/health-operations.ts';
import { historyOperations } from '../control/world/history-operations.ts';
import { preferenceOperations } from '../control/world/preference-operations.ts';
import { recordOperations } from '../control/world/record-operations.ts';
import { sessionOperations } from '../control/world/session-operations.ts';
import { snapshotOperations } from '../control/world/snapshot-operations.ts';
import { storageOperations } from '../control/world/storage-operations.ts';
import { traceOperations } from '../control/world/trace-operations.ts';
import { worldsOperations } from '../control/worlds/worlds-operations.ts';
import { createPortfolioInEither } from '../service/both-operations.ts';
import type { ErrorCode } from '../service/errors.ts';
import { createPortfolioInFormA, formAOperations } from '../service/form-a-operations.ts';
import { createPortfolioInFormB, formBOperations } from '../service/form-b-operations.ts';
import { DOCUMENT_BASES, type DocumentName } from './bases.ts';
import { documentOperation, type Operation } from './operation.ts';

type WebhookType = (typeof WEBHOOK_TYPES)[number];

export interface DocumentPlan {
  /** The base below the server's origin. */
  readonly basePath: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
  readonly webhooks: readonly WebhookType[];
  /** Possible errors of every operation; open ones need no key. */
  readonly commonErrors: readonly ErrorCode[];
  readonly isControl: boolean;
}

const SERVICE_ERRORS = ['invalid_request', 'unauthorized', 'rate_limit', 'internal_error'] as const;

/** Form A has no plans that wait for a client (decision F11). */
const FORM_A_TYPES = WEBHOOK_TYPES.filter((type) => type !== 'rebalance.created' && type !== 'rebalance.cancelled');

const SIMULATED =
  'Ballast simulates this service on your own machine: prices, orders and money are made up. Identifiers and times come ' +
  'from a seeded world and its virtual clock. Every response has the header `X-Request-Id`.';

export const DOCUMENTS: Readonly<Record<DocumentName, DocumentPlan>> = {
  'form-a': {
    basePath: DOCUMENT_BASES['form-a'],
    title: 'Portfolio Rebalancing Service, Form A',
    description: `Form A of the service: portfolios whose rebalances execute automatically. ${SIMULATED}`,
    operations: [createPortfolioInFormA, ...Object.values(formAOperations), documentOperation],
    webhooks: FORM_A_TYPES,
    commonErrors: SERVICE_ERRORS,
    isControl: false,
  },
  'form-b': {
    basePath: DOCUMENT_BASES['form-b'],
    title: 'Portfolio Rebalancing Service, Form B',
    description: `Form B of the service: plans that are reviewed, then executed or cancelled. ${SIMULATED}`,
    operations: [createPortfolioInFormB, ...Object.values(formBOperations), documentOperation],
    webhooks: WEBHOOK_TYPES,
    commonErrors: SERVICE_ERRORS,
    isControl: false,
  },
  both: {
    basePath: DOCUMENT_BASES.both,
    title: 'Portfolio Rebalancing Service, both forms',
    description: `Both forms of the service under one base; only creating a portfolio is common to both. ${SIMULATED}`,
    operations: [
      createPortfolioInEither,
      ...Object.values(formAOperations),
      ...Object.values(formBOperations),
      documentOperation,
    ],
    webhooks: WEBHOOK_TYPES,
    commonErrors: SERVICE_ERRORS,
    isControl: false,
  },
  control: {
    basePath: DOCUMENT_BASES.control,
    title: 'Ballast control plane',
    description:
      'Controls the simulated world: its clock, market, faults, webhooks and records. Not part of the simulated ' +
      'service, whose bases are `/form-a/v1`, `/form-b/v1` and `/v1`.',
    operations: [
      ...Object.values(healthOperations),
      ...Object.values(sessionOperations),
      ...Object.values(clockOperations),
      ...Object.values(portfolioOperations),
      ...Object.values(rebalanceOperations),
      ...Object.values(bulkOperations),
      ...Object.values(planOperations),
      ...Object.values(portfolioHistoryOperations),
      ...Object.values(accountOperations),
      ...Object.values(keyOperations),
      ...Object.values(marketOperations),
      ...Object.values(importOperations),
      ...Object.values(corporateActionOperations),
      ...Object.values(exchangeOperations),
      ...Object.values(faultOperations),
      ...Object.values(stubOperations),
      ...Object.values(webhookOperations),
      ...Object.values(mifidOperations),
      ...Object.values(recordOperations),
      ...Object.values(recordingOperations),
      ...Object.values(scenarioOperations),
      ...Object.values(historyOperations),
      ...Object.values(sweepOperations),
      ...Object.values(labOperations),
      ...Object.values(explorerOperations),
      ...Object.values(sinkOperations),
      ...sinkReceiverOperations,
      ...Object.values(traceOperations),
      ...Object.values(storageOperations),
      ...Object.values(snapshotOperations),
      ...Object.values(worldsOperations),
      ...Object.values(preferenceOperations),
      documentOperation,
    ],
    webhooks: [],
    commonErrors: ['invalid_request', 'unauthorized', 'internal_error'],
    isControl: true,
  },
};
