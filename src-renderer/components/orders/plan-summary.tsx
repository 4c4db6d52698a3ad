/** Why a plan is what it is, in the service's own sentence; nothing for plans from before there were explanations. */
import '../layout/explanation.css';
import type { PlanExplanationWire } from '../../../src-server/contract/service/explanation.ts';

export function PlanSummary({ explanation }: { readonly explanation: PlanExplanationWire | null }) {
  if (explanation === null) return null;
  return (
    <section className="panel plan-summary" aria-label="Why this plan">
      <p>{explanation.summary}</p>
    </section>
  );
}
