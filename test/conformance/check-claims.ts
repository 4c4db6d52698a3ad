/**
 * Checks the claims of tests: statements and decisions without a passing test, unknown claims, exemptions that are no
 * longer needed. Pure; the reporter passes the results of a run.
 */

/** One test and one claim of it. */
export interface Proof {
  readonly claim: string;
  /** Relative to the checkout, with forward slashes. */
  readonly file: string;
  readonly title: string;
  /**
   * `left out`: a deep test, in a run without them. `cannot run`: the test skipped itself because this machine lacks a
   * program; the check of a change has them all.
   */
  readonly outcome: 'passed' | 'failed' | 'left out' | 'cannot run';
}

export interface Known {
  readonly statements: Readonly<Record<string, string>>;
  /** Labels of `docs/interface-decisions` that tests prove, in their order. */
  readonly decisions: readonly string[];
  /** Those whose entries have parts, which tests prove instead. */
  readonly divided: readonly string[];
  /** Decisions that no test can prove, with the reason. */
  readonly exempt: Readonly<Record<string, string>>;
}

/** Sentences about unknown claims; they are wrong in every run, however small. */
export function unknownClaims(proofs: readonly Proof[], { statements, decisions, divided }: Known): string[] {
  const known = new Set([...Object.keys(statements), ...decisions]);
  const wrong = proofs.filter(({ claim }) => !known.has(claim));
  return wrong.map(({ claim, file, title }) => {
    const isDivided = divided.includes(claim);
    const fault = isDivided ? 'has parts, one of which the test has to name' : 'is no statement and no decision';
    return `"${claim}" ${fault}: ${file}, ${title}`;
  });
}

/** A decision about a screen may have deep proofs alone, because browsers are slow. A statement may not. */
function isLeftToBrowsers({ file, outcome }: Proof): boolean {
  return outcome === 'left out' && file.startsWith('test/e2e/');
}

/** Sentences about unproven claims; meaningful only in a run of every test that proves something. */
export function unproven(proofs: readonly Proof[], { statements, decisions, exempt }: Known): string[] {
  const claimsOf = (wanted: Proof['outcome']) =>
    new Set(proofs.filter(({ outcome }) => outcome === wanted).map(({ claim }) => claim));
  const proven = claimsOf('passed');
  const excused = claimsOf('cannot run');
  const ofScreens = new Set(proofs.filter(isLeftToBrowsers).map(({ claim }) => claim));
  const isMissing = (each: string) => !proven.has(each) && !excused.has(each) && !(each in exempt);
  const missing = [
    ...Object.keys(statements).filter(isMissing),
    ...decisions.filter((each) => isMissing(each) && !ofScreens.has(each)),
  ];
  const needless = Object.keys(exempt).filter((each) => proven.has(each) || !decisions.includes(each));
  return [
    ...missing.map((each) => `no passing test proves ${each}${each in statements ? `: ${statements[each]}` : ''}`),
    ...needless.map((each) => `${each} is exempt for nothing: it is proven, or there is no such decision`),
  ];
}
