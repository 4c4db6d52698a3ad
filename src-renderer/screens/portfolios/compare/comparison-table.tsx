/** The variants side by side: their parameters, which can be changed here, and their results. */

import { ActionIcon, Button, Group, Switch, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { letterOf, MAX_COMPARED, type Variant, variantOf } from '../../../components/plan/comparison-state.ts';
import { formatPlan } from '../../../components/plan/format-plan.ts';
import { DEFAULT_PARAMETERS } from '../../../components/plan/plan-parameters.ts';
import { useIsWholeShares } from '../../../components/plan/whole-shares.ts';
import tableClasses from '../../../components/tables/table.module.css';
import { TableFrame } from '../../../components/tables/table-frame.tsx';
import classes from './compare.module.css';
import { ResultRows, type ShownColumn } from './comparison-results.tsx';
import { ComparisonRow } from './comparison-row.tsx';
import { isTaxed } from './goal-plan.ts';
import { type FieldReports, parameterRows } from './parameter-rows.tsx';
import { bandSentence, canRemove, namesOf, planColumns } from './starting-set.ts';
import { UsePlan } from './use-plan.tsx';

const DEFAULT_VARIANT = variantOf(DEFAULT_PARAMETERS);

interface ComparisonTableProps {
  readonly portfolio: PortfolioView;
  readonly comparison: Comparison;
  /** The displayed results may not match the parameters yet. */
  readonly isSettling: boolean;
  readonly whileUnsettled: FieldReports['whileUnsettled'];
  /** Its figures stay the same while prices move. */
  readonly isFrozen: boolean;
  readonly onFreeze: (isFrozen: boolean) => void;
  readonly variants: readonly Variant[];
  readonly onVariants: (variants: readonly Variant[]) => void;
}

export function ComparisonTable(props: ComparisonTableProps) {
  const { portfolio, comparison, isSettling, whileUnsettled, isFrozen, onFreeze, variants, onVariants } = props;
  const { columns, change, add, split } = useColumns(comparison, variants, onVariants);
  const isWholeShares = useIsWholeShares(portfolio.portfolio_id);
  const why = bandSentence(columns);
  const changing = (indices: ShownColumn['indices']) => (part: Partial<Variant>) => change(indices[0], part);
  const reportsOf = (result: ShownColumn['result']) => ({ result, whileUnsettled });
  return (
    <Panel
      title="Plans side by side"
      side={<TableSide {...{ comparison, isFrozen, onFreeze }} isFull={variants.length >= MAX_COMPARED} onAdd={add} />}
    >
      {why !== null && <BandNote>{why}</BandNote>}
      <TableFrame>
        <table
          className={`${tableClasses.table} ${classes.comparison}`}
          style={columnCount(columns.length)}
          aria-label="Plans side by side"
        >
          <VariantHeaders {...{ columns, variants, onVariants }} onSplit={split} />
          <tbody className={classes.parameters}>
            {parameterRows(portfolio, isTaxed(comparison), isWholeShares).map(({ header, hint, field, text }) => (
              <ComparisonRow
                key={header}
                header={header}
                hint={hint}
                cells={columns.map(({ name, parameters, indices, result }) => [
                  name,
                  <>
                    <div data-screen-only>
                      {field(`${header} of variant ${name}`, parameters, changing(indices), reportsOf(result))}
                    </div>
                    <span data-paper-only>{text(parameters, result)}</span>
                  </>,
                ])}
              />
            ))}
          </tbody>
          <ResultRows {...{ portfolio, comparison, columns }} />
          <tfoot>
            <ComparisonRow
              header="Choose"
              isScreenOnly
              cells={columns.map(({ name, parameters, result }) => [
                name,
                <UsePlan
                  key={name}
                  {...{ portfolio, comparison, parameters }}
                  what={`variant ${name}`}
                  result={isSettling ? undefined : result}
                />,
              ])}
            />
          </tfoot>
        </table>
      </TableFrame>
      {STAR_NOTE}
    </Panel>
  );
}

function BandNote({ children }: { readonly children: string }) {
  return (
    <Text c="dimmed" fz="sm" px="sm" py="sm" m={0} role="note">
      {children}
    </Text>
  );
}

const STAR_NOTE = (
  <Text c="dimmed" fz="xs" px="sm" py={6} m={0}>
    ★ marks the lowest figure among the plans that trade.
  </Text>
);

/** The widths of the columns follow from their number alone, so that they stay when figures change. */
function columnCount(count: number) {
  return { '--variants': count } as CSSProperties;
}

type ShortNamesProps = Readonly<Record<'names' | 'letters', readonly string[]>>;

/** Of variants with the same plan, the name of the first and the letters of the others; the hint has all names. */
function ShortNames({ names, letters }: ShortNamesProps) {
  const [first = ''] = names;
  const [, ...others] = letters;
  return (
    <Text span display="block" maw={190} ml="auto" style={{ whiteSpace: 'normal' }} title={names.join(' or ')}>
      {`${first.slice(0, 1).toUpperCase()}${first.slice(1)}`}
      {others.length > 0 &&
        `; ${new Intl.ListFormat('en-GB').format(others)} ${others.length === 1 ? 'gives' : 'give'} the same plan`}
    </Text>
  );
}

interface TableSideProps extends Pick<ComparisonTableProps, 'comparison' | 'isFrozen' | 'onFreeze'> {
  readonly isFull: boolean;
  readonly onAdd: () => void;
}

/** When it was planned, whether its figures are frozen, and a button for one more variant. */
function TableSide({ comparison, isFrozen, onFreeze, isFull, onAdd }: TableSideProps) {
  return (
    <Group gap="md">
      <span>planned {formatInstant(comparison.as_of)} virtual UTC</span>
      <div data-screen-only>
        <Switch
          size="xs"
          label="Freeze these figures while prices move"
          checked={isFrozen}
          onChange={({ currentTarget }) => onFreeze(currentTarget.checked)}
        />
      </div>
      <Button variant="default" leftSection={<IconPlus size={12} aria-hidden />} disabled={isFull} onClick={onAdd}>
        {isFull ? `${MAX_COMPARED} at most` : 'Add a variant'}
      </Button>
    </Group>
  );
}

/**
 * The columns, and the functions that change their variants. A variant that was changed by hand has its own column,
 * with its fields.
 */
function useColumns(
  comparison: Comparison,
  variants: readonly Variant[],
  onVariants: ComparisonTableProps['onVariants'],
) {
  const [apart, setApart] = useState<readonly Variant[]>([]);
  // A variant that was just added is not planned yet.
  const results = variants.map((_, index) => comparison.variants.find(({ name }) => name === letterOf(index)));
  const columns = planColumns(variants, results, apart).map(({ indices, sameAs }): ShownColumn => {
    const [index] = indices;
    return { indices, sameAs, name: namesOf(indices), result: results[index], parameters: parametersAt(index) };
  });
  function parametersAt(index: number): Variant {
    return variants[index] ?? DEFAULT_VARIANT;
  }
  const setByHand = (next: readonly Variant[], changed: Variant) => {
    setApart([...apart, changed]);
    onVariants(next);
  };
  return {
    columns,
    change: (index: number, part: Partial<Variant>) => {
      const changed = { ...parametersAt(index), ...part };
      setByHand(variants.with(index, changed), changed);
    },
    add: () => {
      const added = { ...parametersAt(variants.length - 1) };
      setByHand([...variants, added], added);
    },
    split: ({ indices }: ShownColumn) => setApart([...apart, ...indices.map(parametersAt)]),
  };
}

interface VariantHeadsProps extends Pick<ComparisonTableProps, 'variants' | 'onVariants'> {
  readonly columns: readonly ShownColumn[];
  readonly onSplit: (column: ShownColumn) => void;
}

function VariantHeaders({ columns, variants, onVariants, onSplit }: VariantHeadsProps) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <VisuallyHidden>Figure</VisuallyHidden>
        </th>
        <th scope="col" data-align="right">
          Now
        </th>
        {columns.map((column) => (
          <th key={column.name} scope="col" className={classes.variant}>
            <Group gap="xs" justify="flex-end" mih={24} c="var(--ink)" fz="lg" fw={600}>
              {column.name}
              {canRemove(variants, column) && (
                <ActionIcon
                  size={24}
                  aria-label={`Remove variant ${column.name}`}
                  onClick={() => onVariants(variants.filter((_, index) => !column.indices.includes(index)))}
                >
                  <IconX size={12} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            <ShortNames
              names={column.indices.map((index) => formatPlan(variants[index] ?? DEFAULT_VARIANT))}
              letters={column.indices.map(letterOf)}
            />
            {column.indices.length > 1 && (
              <Button variant="subtle" size="compact-xs" onClick={() => onSplit(column)}>
                Same plan (show separately)
              </Button>
            )}
            {column.sameAs !== null && <Dimmed>same plan as {column.sameAs}</Dimmed>}
          </th>
        ))}
      </tr>
    </thead>
  );
}
