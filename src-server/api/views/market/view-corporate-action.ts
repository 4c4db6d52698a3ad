/** A corporate action as the wire shows it. */
import type { CorporateActionWire } from '../../../contract/control/market/corporate-actions.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import {
  type CorporateActionRecord,
  corporateActionStatus,
} from '../../../engine/corporate-actions/corporate-action.ts';
import { describeCorporateAction } from '../../../engine/corporate-actions/describe-corporate-action.ts';

export function viewCorporateAction(action: CorporateActionRecord): CorporateActionWire {
  const { createdMs, appliedMs, cancelledMs } = action;
  return {
    ...describeCorporateAction(action),
    status: corporateActionStatus(action),
    created_at: formatInstant(createdMs),
    applied_at: appliedMs === null ? null : formatInstant(appliedMs),
    cancelled_at: cancelledMs === null ? null : formatInstant(cancelledMs),
  };
}
