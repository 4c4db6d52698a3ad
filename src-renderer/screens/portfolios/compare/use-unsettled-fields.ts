/** Whether a field of the comparison has a text that is not its value, so that the figures belong to another value. */
import { useCallback, useState } from 'react';

export function useUnsettledFields() {
  const [count, setCount] = useState(0);
  const whileUnsettled = useCallback(() => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  }, []);
  return { isUnsettled: count > 0, whileUnsettled };
}
