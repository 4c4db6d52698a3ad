/** Ctrl/⌘ F in highlighted code: a field above it, every match marked, Enter and Shift Enter from one to the next. */
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, keymap, type Panel, runScopeHandlers, showPanel } from '@codemirror/view';
import classes from './code-view.module.css';
import { findMatches, type Match, MOST_MATCHES, matchFrom } from './find-matches.ts';

interface Search {
  /** Null while the field is closed. */
  readonly query: string | null;
  readonly matches: readonly Match[];
  /** Index of the match that is shown; -1 for none. */
  readonly current: number;
}

const CLOSED: Search = { query: null, matches: [], current: -1 };
const setSearch = StateEffect.define<Search>();

const searchState = StateField.define<Search>({
  create: () => CLOSED,
  update(search, { effects, docChanged, newDoc }) {
    const effect = effects.find((each) => each.is(setSearch));
    if (effect !== undefined) return effect.value;
    if (!docChanged || search.query === null) return search;
    const matches = findMatches(newDoc.toString(), search.query);
    return { ...search, matches, current: Math.min(search.current, matches.length - 1) };
  },
  provide: (field) => [
    showPanel.from(field, ({ query }) => (query === null ? null : createPanel)),
    EditorView.decorations.from(field, ({ matches, current }) =>
      Decoration.set(matches.map(({ from, to }, index) => markOf(index === current).range(from, to))),
    ),
  ],
});

export const codeSearch: Extension = [
  searchState,
  keymap.of([
    { key: 'Mod-f', run: open, preventDefault: true },
    { key: 'Escape', run: close, scope: 'editor code-search', stopPropagation: true },
    { key: 'Enter', run: (view) => go(view, 1), scope: 'code-search' },
    { key: 'Shift-Enter', run: (view) => go(view, -1), scope: 'code-search' },
    { key: 'F3', run: (view) => go(view, 1), shift: (view) => go(view, -1), scope: 'editor code-search' },
  ]),
];

const mark = Decoration.mark({ class: 'cm-match' });
const currentMark = Decoration.mark({ class: 'cm-match cm-match-current' });
const markOf = (isCurrent: boolean) => (isCurrent ? currentMark : mark);

function open(view: EditorView): boolean {
  if (view.state.field(searchState).query === null) search(view, '');
  view.dom.querySelector<HTMLInputElement>('input')?.select();
  return true;
}

function close(view: EditorView): boolean {
  if (view.state.field(searchState).query === null) return false;
  view.dispatch({ effects: setSearch.of(CLOSED) });
  view.focus();
  return true;
}

function search(view: EditorView, query: string): void {
  const matches = findMatches(view.state.doc.toString(), query);
  show(view, { query, matches, current: matchFrom(matches, view.state.selection.main.from) });
}

/** One match further, or back; after the last comes the first. */
function go(view: EditorView, step: 1 | -1): boolean {
  const { query, matches, current } = view.state.field(searchState);
  if (query === null) return false;
  const count = matches.length;
  if (count > 0) show(view, { query, matches, current: (current + step + count) % count });
  return true;
}

function show(view: EditorView, next: Search): void {
  const match = next.matches[next.current];
  const scroll = match === undefined ? [] : [EditorView.scrollIntoView(match.from, { y: 'center', x: 'nearest' })];
  view.dispatch({ effects: [setSearch.of(next), ...scroll] });
}

function createPanel(view: EditorView): Panel {
  const dom = document.createElement('search');
  dom.className = classes.search ?? '';
  const input = document.createElement('input');
  input.type = 'text';
  input.placeholder = 'Find';
  input.setAttribute('aria-label', 'Find in this text');
  input.oninput = () => search(view, input.value);
  const output = document.createElement('output');
  dom.append(
    input,
    output,
    button('↑', 'Previous match', () => go(view, -1)),
    button('↓', 'Next match', () => go(view, 1)),
    button('✕', 'Close the search', () => close(view)),
  );
  dom.onkeydown = (event) => {
    if (runScopeHandlers(view, event, 'code-search')) event.preventDefault();
  };
  const update = () => {
    output.textContent = formatCount(view.state.field(searchState));
  };
  update();
  return { dom, top: true, mount: () => input.select(), update };
}

function formatCount({ query, matches: { length }, current }: Search): string {
  if (query === null || query === '') return '';
  if (length === 0) return 'no match';
  return `${current + 1} of ${length}${length === MOST_MATCHES ? '+' : ''}`;
}

function button(shown: string, label: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = shown;
  made.title = label;
  made.setAttribute('aria-label', label);
  made.onclick = onClick;
  return made;
}
