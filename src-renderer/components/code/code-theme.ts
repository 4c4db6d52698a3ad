/** The theme of highlighted code, in the app's colours, so that light and dark mode need no separate editor. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const codeColours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--brand)' },
  { tag: [tags.string, tags.special(tags.string), tags.content], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink-3)', fontStyle: 'italic' },
  { tag: [tags.labelName, tags.typeName], color: 'var(--code-number)' },
  { tag: tags.invalid, color: 'var(--fail)' },
]);

export const codeTheme = EditorView.theme({
  '&': { color: 'var(--ink)', background: 'transparent', maxHeight: 'var(--code-height)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content:focus-visible': { outline: '2px solid var(--brand)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: 'inherit' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--ink)' },
  // Space for typing.
  '.cm-content[contenteditable=true]': { minHeight: '120px' },
  '.cm-line': { padding: '0 8px' },
  '.cm-gutters': { color: 'var(--ink-3)', background: 'var(--raised)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', padding: '0 2px 0 8px' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', textAlign: 'center', cursor: 'pointer' },
  '.cm-foldPlaceholder': {
    padding: '0 6px',
    margin: '0 2px',
    font: 'inherit',
    color: 'var(--ink-2)',
    background: 'var(--line)',
    border: 'none',
    borderRadius: '4px',
  },
  '.cm-markedLine': { background: 'var(--band)', boxShadow: 'inset 3px 0 0 var(--brand)' },
  '.cm-searchMatch': { background: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--warn)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--line)' },
  '.cm-panels': { color: 'var(--ink)', background: 'var(--raised)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 8px',
    alignItems: 'center',
    padding: '4px 32px 4px 8px',
    '& input, & button, & label': { margin: '0', font: 'inherit' },
    '& label': { display: 'inline-flex', gap: '4px', alignItems: 'center', fontFamily: 'var(--mantine-font-family)' },
    '& br': { display: 'none' },
    '& [name=close]': { top: '4px', right: '8px' },
  },
  '.cm-textfield, .cm-button': {
    padding: '2px 6px',
    color: 'inherit',
    background: 'var(--panel)',
    borderRadius: '4px',
    border: '1px solid var(--line-strong)',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--brand-soft)',
  },
  '@media (forced-colors: active)': {
    '.cm-markedLine': { borderLeft: '3px solid Highlight' },
    '.cm-searchMatch-selected': { outline: '2px solid Highlight' },
  },
});
