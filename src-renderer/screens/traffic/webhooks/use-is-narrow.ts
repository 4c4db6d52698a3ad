/** Whether the window is so narrow that tables do without what can be read elsewhere too. */
import { useMediaQuery } from '@mantine/hooks';

export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 1240px)', false, { getInitialValueInEffect: false });
}
