/** Keys of a shortcut as caps: one cap each, in the order in which they are pressed. */
import { Kbd } from '@mantine/core';
import { keyNames } from '../../components/commands/key-names.ts';

export function KeyCaps({ keys }: { readonly keys: string }) {
  return (
    <span className="key-caps">
      {keyNames(keys).map((name) => (
        <Kbd key={name} size="xs">
          {name}
        </Kbd>
      ))}
    </span>
  );
}
