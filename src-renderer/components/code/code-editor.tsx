/** CodeMirror in React: owns the editor and follows the properties. It is loaded through code-view.tsx only. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  type BlockInfo,
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { codeColours, codeTheme } from './code-theme.ts';
import { CodeTools } from './code-tools.tsx';

const LANGUAGES = { json, yaml };

export interface CodeEditorProps {
  readonly value: string;
  readonly language: 'json' | 'yaml';
  /** Description for screen readers: "Payload". */
  readonly label: string;
  /** Omitted: the text is read-only. */
  readonly onChange?: (value: string) => void;
  readonly lineNumbers?: boolean;
  /** Marked lines, counted from 1. The first one is scrolled into view. */
  readonly highlightLines?: readonly number[];
  /** Buttons above the text, for search and folding. */
  readonly tools?: boolean;
}

export function CodeEditor(props: CodeEditorProps) {
  const { value, language, label, onChange, lineNumbers: isNumbered = false, highlightLines, tools = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const change = useEffectEvent((text: string) => onChange?.(text));
  const readValue = useEffectEvent(() => value);
  const isEditable = onChange !== undefined;
  const marked = highlightLines?.join(' ') ?? '';
  useEffect(() => {
    if (host.current === null) return;
    const extensions = [
      ...(isNumbered ? [lineNumbers()] : []),
      ...baseExtensions,
      LANGUAGES[language](),
      // JSON has long texts and is shown in narrow places; in YAML, the indentation matters more than the end of a
      // line.
      ...(language === 'json' ? [EditorView.lineWrapping] : []),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      isEditable ? editing(change) : readingOnly,
    ];
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({ doc: readValue(), extensions }),
    });
    setView(editor);
    return () => editor.destroy();
  }, [language, label, isNumbered, isEditable]);
  useEffect(() => {
    if (view === null) return;
    const text = view.state.doc.toString();
    if (text !== value) view.dispatch({ changes: { from: 0, to: text.length, insert: value } });
    markLines(view, marked === '' ? [] : marked.split(' ').map(Number));
  }, [view, value, marked]);
  return (
    <>
      {tools && <CodeTools view={view} label={label} />}
      <div ref={host} />
    </>
  );
}

const setMarkedLines = StateEffect.define<readonly number[]>();
const markedLine = Decoration.line({ class: 'cm-markedLine' });

const markedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { state, changes, effects }) {
    const effect = effects.find((each) => each.is(setMarkedLines));
    if (effect === undefined) return marks.map(changes);
    const lines = effect.value.filter((line) => line >= 1 && line <= state.doc.lines);
    return Decoration.set(
      lines.map((line) => markedLine.range(state.doc.line(line).from)),
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Scrolls to the first one, unless the user is reading or editing the text. */
function markLines(view: EditorView, lines: readonly number[]): void {
  const [first] = lines.filter((line) => line >= 1 && line <= view.state.doc.lines);
  const offset = first === undefined || view.hasFocus ? null : view.state.doc.line(first).from;
  view.dispatch({ effects: setMarkedLines.of(lines) });
  // Not by an effect of the editor, which would scroll the page around it, too.
  if (offset !== null) view.requestMeasure({ read: () => view.lineBlockAt(offset), write: centre });
}

function centre({ top, height }: BlockInfo, { scrollDOM }: EditorView): void {
  scrollDOM.scrollTop = top + height / 2 - scrollDOM.clientHeight / 2;
}

const baseExtensions: readonly Extension[] = [
  foldGutter({ openText: '▾', closedText: '▸' }),
  codeFolding({ placeholderDOM }),
  bracketMatching(),
  syntaxHighlighting(codeColours),
  codeTheme,
  markedLines,
  search({ top: true }),
  keymap.of([...searchKeymap, ...foldKeymap, ...historyKeymap, ...defaultKeymap]),
];

/** The caret cannot be there, but the focus can, for scrolling, searching and copying. */
const readingOnly: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false)];

function editing(change: (text: string) => void): Extension {
  return [
    history(),
    drawSelection(),
    EditorView.contentAttributes.of({ spellcheck: 'false' }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) change(state.doc.toString());
    }),
  ];
}

function placeholderDOM(_view: EditorView, onclick: (event: Event) => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'cm-foldPlaceholder';
  button.textContent = '…';
  button.setAttribute('aria-label', 'Unfold these lines');
  button.onclick = onclick;
  return button;
}
