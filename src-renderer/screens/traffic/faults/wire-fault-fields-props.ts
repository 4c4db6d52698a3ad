/** What each field of a fault's form is given. */
import type { FieldErrors } from '../../../components/forms/field-errors.ts';
import type { WireFaultDraft } from './wire-fault-draft.ts';

export interface WireFaultFieldsProps {
  readonly draft: WireFaultDraft;
  readonly errors: FieldErrors;
  readonly set: (change: Partial<WireFaultDraft>) => void;
}
