/** A dialog, or another part beside the screen, whose code is loaded when it is opened. */
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { showFailure } from './show-failure.ts';

export type LoadedContent = ComponentType<{ readonly onClose: () => void }>;

interface LoadedProps {
  /** The same function in each rendering. */
  readonly load: () => Promise<LoadedContent>;
  readonly onClose: () => void;
}

/**
 * Not `lazy`: Suspense delays its content by some tenths of a second, which is too slow for a palette, and code that
 * cannot be loaded would take the place of the whole app.
 */
export function Loaded({ load, onClose }: LoadedProps) {
  const [Content, setContent] = useState<LoadedContent | null>(null);
  const fail = useEffectEvent((error: unknown) => {
    showFailure('Opening it', error);
    onClose();
  });
  useEffect(() => {
    let isWanted = true;
    load().then(
      (component) => isWanted && setContent(() => component),
      (error) => isWanted && fail(error),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  return Content !== null && <Content onClose={onClose} />;
}
