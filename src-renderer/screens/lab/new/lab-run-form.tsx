/** The form of a lab run: its policies, portfolios, paths and assumptions. */

import { Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { Policy } from '../../../api/activity-api.ts';
import { useConstraintsOf } from '../../../api/portfolios-api.ts';
import { startLabRun } from '../../../api/runs/lab-api.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { StickyFooter } from '../../../components/forms/sticky-footer.tsx';
import { SubmitButton } from '../../../components/forms/submit-button.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { instantText } from '../../../components/forms/virtual-instant.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { paths } from '../../../paths.ts';
import classes from '../lab.module.css';
import { CountedFields } from './counted-fields.tsx';
import { type Choosable, countLives, DEFAULT_TERMS, type LabDraft, labRequest, yearsAfter } from './lab-draft.ts';
import { addedTo, FIRST_PRESETS, type LabPolicyDraft, labTermsOf } from './lab-policy-draft.ts';
import { PoliciesEditor } from './policies-editor.tsx';
import { SubjectFields } from './subject-fields.tsx';

interface LabRunFormProps {
  readonly choosable: readonly Choosable[];
  /** The initially chosen portfolio. */
  readonly first: string;
  /** Its policy. */
  readonly own: Policy | null;
  /** Virtual. */
  readonly now: string;
}

export function LabRunForm({ choosable, first, own, now }: LabRunFormProps) {
  const navigate = useNavigate();
  const labelOf = (id: string) => choosable.find((each) => each.portfolio_id === id)?.label ?? id;
  const form = useServerForm<LabDraft, { readonly lab_run_id: string }>({
    initial: () => ({
      ...DEFAULT_TERMS,
      portfolios: [first],
      policies: startingPolicies(own, labelOf(first)),
      until: instantText(Date.parse(yearsAfter(now, 5))),
    }),
    send: (draft) => startLabRun(labRequest(draft, { now, name: nameOf(draft, labelOf) })),
    after: ({ lab_run_id: id }) => void navigate(paths.labRun(id)),
  });
  const { portfolios, constraints } = form.values;
  const constrained = useConstraintsOf(portfolios);
  return (
    <ServerForm form={form} label="Compare policies" className={classes.form}>
      <div className={classes.columns}>
        <PoliciesEditor
          policies={form.values.policies}
          portfolios={portfolios.map((id) => ({ id, label: labelOf(id) }))}
          isConstrained={constrained.length > 0 && constraints === 'apply'}
          onChange={(policies) => form.set({ policies })}
        />
        <Stack gap="md" miw={0}>
          <Panel title="Portfolios and paths" padded>
            <SubjectFields
              {...{ choosable, draft: form.values, defaultName: nameOf(form.values, labelOf) }}
              onHistory={(history) => form.set({ history })}
            />
          </Panel>
          <Panel title="Assumptions" padded>
            <CountedFields draft={form.values} {...{ labelOf, constrained }} onChange={form.set} />
          </Panel>
        </Stack>
      </div>
      <StickyFooter>
        <Dimmed style={{ flex: 1, minWidth: 200 }} aria-live="polite">
          {summaryLine(form.values)}
        </Dimmed>
        <LinkButton to={paths.lab}>Close</LinkButton>
        <SubmitButton form={form} disabled={whyDisabled(form.values) !== null}>
          Compare policies
        </SubmitButton>
      </StickyFooter>
    </ServerForm>
  );
}

function startingPolicies(own: Policy | null, label: string): readonly LabPolicyDraft[] {
  const terms = [...(own === null ? [] : [labTermsOf(`Own policy of ${label}`, own)]), ...FIRST_PRESETS];
  return terms.reduce<readonly LabPolicyDraft[]>(addedTo, []);
}

function nameOf({ portfolios, policies }: LabDraft, labelOf: (id: string) => string): string {
  const [first = ''] = portfolios;
  const on = portfolios.length > 1 ? plural(portfolios.length, 'portfolio') : labelOf(first);
  return `${plural(policies.length, 'policy', 'policies')} on ${on}`;
}

function whyDisabled({ policies, portfolios, prices, history }: LabDraft): string | null {
  if (policies.length === 0) return 'Add a policy first.';
  if (portfolios.length === 0) return 'Choose a portfolio first.';
  return prices === 'own' && history === null ? 'Choose the files of your prices first.' : null;
}

function summaryLine(draft: LabDraft): string {
  const { policies, portfolios } = draft;
  const missing = whyDisabled(draft);
  if (missing !== null) return missing;
  const lives = countLives(draft);
  if (lives === null) return 'Enter the number of paths.';
  const parts = [
    plural(policies.length, 'policy', 'policies'),
    plural(portfolios.length, 'portfolio'),
    plural(draft.prices === 'own' ? 1 : Number(draft.paths), 'path'),
  ];
  return `${parts.join(' × ')} = ${formatCount(lives)} ${lives === 1 ? 'simulation' : 'simulations'}.`;
}
