/** The first question: which of the two forms makes the portfolio. They differ in fields and in how they rebalance. */
import { Link } from 'react-router';

export function FormChoice() {
  return (
    <nav className="editor-forms" aria-label="Choose the form">
      <Link to="?form=B" className="panel editor-form-choice">
        <strong>Form B: plan first, then execute</strong>
        <span>
          External id, wrapper, holdings and targets in one request. You plan, look at orders and costs, and execute.
        </span>
        <span className="muted">EUR, GBP, CHF · GIA, ISA, PEA, Depot, SIPP</span>
      </Link>
      <Link to="?form=A" className="panel editor-form-choice">
        <strong>Form A: one request does both</strong>
        <span>
          Name, tax jurisdiction, account type. A rebalance request brings the target weights, and computes and executes
          by itself.
        </span>
        <span className="muted">EUR, GBP, CHF, SEK, DKK, NOK · depot, isa, pea, pension</span>
      </Link>
    </nav>
  );
}
