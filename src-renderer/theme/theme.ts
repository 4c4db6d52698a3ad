/** Mantine's theme: 13 px base, 4 px grid, system font, one accent. The colours with a meaning live in theme.css. */
import { createTheme } from '@mantine/core';

export const theme = createTheme({
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace',
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
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    Tooltip: {
      defaultProps: {
        ...{ openDelay: 150, withArrow: true, multiline: true, transitionProps: { duration: 100 } },
        // What is told under the pointer is told under the focus, too.
        events: { hover: true, focus: true, touch: false },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss this message' } } },
    Modal: { defaultProps: { transitionProps: { duration: 120, transition: 'fade' }, overlayProps: { opacity: 0.5 } } },
    TextInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs', transitionDuration: 100 } },
    Switch: { defaultProps: { size: 'xs' } },
  },
});
