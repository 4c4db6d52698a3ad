/** The fields of the two entries in which logs part: those that differ stand out, some that agree show where one is. */

import { Text } from '@mantine/core';
import { useState } from 'react';
import type { WorldEvent } from '../../../../src-server/contract/control/world/records.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import copyTextClasses from '../../../components/layout/copy-text.module.css';
import tableClasses from '../../../components/tables/table.module.css';
import classes from './comparison.module.css';
import { type FieldPair, fieldPairs } from './flatten-event.ts';

interface FieldsBesideProps {
  readonly first: WorldEvent;
  readonly second: WorldEvent;
  readonly names: readonly [string, string];
}

const MOST_DIFFERING = 200;

export function FieldDiff({ first, second, names }: FieldsBesideProps) {
  const [showsAll, setShowsAll] = useState(false);
  const pairs = fieldPairs(first, second);
  const differing = pairs.filter(isDifferent);
  const agreeing = pairs.length - differing.length;
  const shown = (showsAll ? pairs : differing).slice(0, MOST_DIFFERING);
  return (
    <div className={tableClasses.tableFrame}>
      <table className={`${tableClasses.table} ${classes.fieldsBeside}`} aria-label="Fields of both events">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((pair) => (
            <tr key={pair.pointer} data-differs={isDifferent(pair) || undefined}>
              <Text component="th" ff="monospace" fz="xs" scope="row">
                {pair.pointer}
              </Text>
              <Text component="td" ff="monospace" fz="xs">
                {pair.first ?? 'nothing'}
              </Text>
              <Text component="td" ff="monospace" fz="xs">
                {pair.second ?? 'nothing'}
              </Text>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={tableClasses.tableMore}>
        <button
          type="button"
          className={copyTextClasses.copy}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Only what differs' : `Show ${formatCount(agreeing)} fields that agree, too`}
        </button>
      </div>
    </div>
  );
}

function isDifferent({ first, second }: FieldPair): boolean {
  return first !== second;
}
