/** The buttons above highlighted code: search, fold nested parts, unfold them. */

import { ensureSyntaxTree, foldable, foldEffect, unfoldAll } from '@codemirror/language';
import { openSearchPanel } from '@codemirror/search';
import type { StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { ActionIcon, Group } from '@mantine/core';
import { IconFold, IconSearch, IconViewportTall } from '@tabler/icons-react';
import { Hint } from '../layout/hint.tsx';
import classes from './code-view.module.css';

/** `label`: a description of the code. */
export function CodeTools({ view, label }: { readonly view: EditorView | null; readonly label: string }) {
  const tools = [
    { words: 'Find in', Icon: IconSearch, run: openSearchPanel },
    { words: 'Fold all of', Icon: IconFold, run: foldNested },
    { words: 'Unfold all of', Icon: IconViewportTall, run: unfoldAll },
  ];
  return (
    <Group gap={2} className={classes.tools}>
      {tools.map(({ words: action, Icon, run }) => (
        <Hint key={action} label={action.replace(/ (?:of|in)$/, '')}>
          <ActionIcon size="xs" aria-label={`${action} ${label}`} onClick={() => view !== null && run(view)}>
            <Icon size={12} />
          </ActionIcon>
        </Hint>
      ))}
    </Group>
  );
}

/** Long enough for a body of a megabyte. */
const PARSED_WITHIN_MS = 500;

/** Folds everything below the first level, so that the names there stay visible. */
function foldNested(view: EditorView): void {
  const { state } = view;
  ensureSyntaxTree(state, state.doc.length, PARSED_WITHIN_MS);
  const effects: StateEffect<unknown>[] = [];
  for (let number = 2; number <= state.doc.lines; number += 1) {
    const line = state.doc.line(number);
    const range = foldable(state, line.from, line.to);
    if (range === null) continue;
    effects.push(foldEffect.of(range));
    number = state.doc.lineAt(range.to).number;
  }
  view.dispatch({ effects });
}
