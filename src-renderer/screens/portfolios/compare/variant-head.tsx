/** The head of a variant's column: its letter, what is not usual about it, and the way to take it out. */
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatPlan } from '../../../components/plan/format-plan.ts';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import classes from './compare.module.css';

interface VariantHeadProps {
  readonly letter: string;
  readonly parameters: PlanParameters;
  /** Null: so few are left that none can go. */
  readonly onRemove: (() => void) | null;
}

export function VariantHead({ letter, parameters, onRemove }: VariantHeadProps) {
  return (
    <th scope="col" className={classes.variantHead}>
      <span className={classes.variantLetter}>
        {letter}
        {onRemove !== null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`Remove variant ${letter}`}
            onClick={onRemove}
          >
            <IconX size={12} aria-hidden />
          </ActionIcon>
        )}
      </span>
      <span className={classes.variantWords}>{formatPlan(parameters)}</span>
    </th>
  );
}
