/**
 * The colours of the app, in the light and in the dark theme, each with one meaning: buy and underweight are one colour,
 * sell and overweight another; ok, warn and fail belong to states; numbered ones tell the lines of a chart apart, those
 * of code the parts of JSON and YAML. No screen names a colour of its own.
 */
export const COLOURS = {
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
  '--fail-soft': ['#fde5ea', '#3d131d'],
  '--line-2': ['#0d7a74', '#4fd1c5'],
  '--line-3': ['#a21caf', '#f0a6fb'],
  '--line-5': ['#5b6b00', '#c3cf4a'],
  '--line-6': ['#8a4b5b', '#d9a0ae'],
  '--code-text': ['#11614a', '#8fd3b6'],
  '--code-number': ['#8a2c84', '#e3a8de'],
  '--band': ['rgb(22 24 29 / 7%)', 'rgb(230 233 239 / 8%)'],
} as const;
