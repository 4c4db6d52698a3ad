/**
 * The colours of the app, each with one meaning, and Mantine's theme: 13 px base, 4 px grid, Inter and JetBrains Mono,
 * one accent. No screen defines a colour of its own.
 */
import {
  Code,
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  EmptyState,
  Paper,
  Skeleton,
  Text,
} from '@mantine/core';
import classes from './theme.module.css';

/**
 * For the light and the dark theme. Buy and underweight share a colour, sell and overweight another; ok, warn and fail
 * belong to states; numbered ones distinguish the lines of a chart, those of code the parts of JSON and YAML.
 */
const COLOURS = {
  '--bg': ['#f7f8fa', '#0e1014'],
  '--panel': ['#ffffff', '#14171c'],
  '--raised': ['#f1f3f6', '#1b1f26'],
  '--line': ['#e2e5ea', '#262b34'],
  '--line-strong': ['#c5cad4', '#414957'],
  '--ink': ['#16181d', '#e6e9ef'],
  '--ink-2': ['#454c5a', '#b1b9c6'],
  '--ink-3': ['#626a79', '#8f98a8'],
  '--brand': ['#4338ca', '#a8a5fb'],
  '--brand-soft': ['#ecebfd', '#23234a'],
  '--buy': ['#0369a1', '#5cc1ff'],
  '--buy-soft': ['#e0f0fa', '#0f2c40'],
  '--sell': ['#a34a06', '#ffab61'],
  '--sell-soft': ['#fdeeda', '#3a2410'],
  '--ok': ['#15703a', '#55d392'],
  '--ok-soft': ['#e0f4e7', '#10301f'],
  '--warn': ['#7a5200', '#ead45c'],
  '--warn-soft': ['#fdf3c4', '#332c0c'],
  '--fail': ['#b5123c', '#ff8098'],
  '--fail-button': ['#b5123c', '#b5123c'],
  '--fail-soft': ['#fde5ea', '#3d131d'],
  '--line-2': ['#0d7a74', '#4fd1c5'],
  '--line-3': ['#a21caf', '#f0a6fb'],
  '--line-5': ['#5b6b00', '#c3cf4a'],
  '--line-6': ['#8a4b5b', '#d9a0ae'],
  '--code-text': ['#11614a', '#8fd3b6'],
  '--code-number': ['#8a2c84', '#e3a8de'],
  '--band': ['rgb(22 24 29 / 7%)', 'rgb(230 233 239 / 8%)'],
} as const;

/**
 * Colours by their meaning, which every part of Mantine accepts as its `color` or `c`: the colour, and its background.
 */
const TONES = {
  ok: ['--ok', '--ok-soft'],
  warn: ['--warn', '--warn-soft'],
  fail: ['--fail', '--fail-soft'],
  live: ['--brand', '--brand-soft'],
  buy: ['--buy', '--buy-soft'],
  sell: ['--sell', '--sell-soft'],
  plain: ['--ink-2', '--raised'],
} as const;

export type Tone = keyof typeof TONES;

/** Mantine's variables for the colours of a tone. */
const TONE_VARIABLES = Object.entries(TONES).flatMap(([tone, [ink, behind]]) => [
  [`--mantine-color-${tone}-text`, `var(${ink})`],
  [`--mantine-color-${tone}-light-color`, `var(${ink})`],
  [`--mantine-color-${tone}-light`, `var(${behind})`],
]);

export const cssVariables: CSSVariablesResolver = () => {
  const variablesOf = (scheme: 0 | 1): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(COLOURS).map(([name, pair]) => [name, pair[scheme]])),
    ...Object.fromEntries(TONE_VARIABLES),
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    // For a destructive button: its label is white in both themes.
    '--mantine-color-fail-filled': 'var(--fail-button)',
    '--mantine-color-fail-filled-hover': 'color-mix(in oklab, var(--fail-button) 85%, black)',
  });
  return { variables: {}, light: variablesOf(0), dark: variablesOf(1) };
};

export const theme = createTheme({
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace:
    '"JetBrains Mono Variable", ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace',
  fontSizes: { xs: '12px', sm: '12px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    ...Object.fromEntries(Object.entries(TONES).map(([tone, [ink]]) => [tone, colorsTuple(`var(${ink})`)])),
    brand: [
      '#f0f0ff',
      '#e0dfff',
      '#c5c3fd',
      '#a8a5fb',
      '#8d88f6',
      '#7670ee',
      '#6059e0',
      '#4338ca',
      '#372ea8',
      '#2d2687',
    ],
    dark: [
      '#e6e9ef',
      '#c3c9d4',
      '#9aa3b2',
      '#6f7887',
      '#363d49',
      '#282e38',
      '#1b1f26',
      '#14171c',
      '#0e1014',
      '#090b0e',
    ],
  },
  components: {
    Code: Code.extend({ classNames: { root: classes.code ?? '' } }),
    EmptyState: EmptyState.extend({
      classNames: { root: classes.emptyState ?? '', body: classes.emptyBody ?? '' },
    }),
    Paper: Paper.extend({
      defaultProps: { withBorder: true, radius: 'md' },
      classNames: { root: classes.paper ?? '' },
    }),
    Skeleton: Skeleton.extend({ defaultProps: { animate: false }, classNames: { root: classes.skeleton ?? '' } }),
    Text: Text.extend({ defaultProps: { inherit: true } }),
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    Tooltip: { defaultProps: { withArrow: true, multiline: true, transitionProps: { duration: 100 } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss this message' } } },
    // The page itself does not scroll, only parts of it do: locking the scroll would only cause a new layout.
    ModalRoot: { defaultProps: { lockScroll: false } },
    Modal: { defaultProps: { transitionProps: { duration: 120, transition: 'fade' }, overlayProps: { opacity: 0.5 } } },
    TextInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs', transitionDuration: 100 } },
    Switch: { defaultProps: { size: 'xs' } },
  },
});
