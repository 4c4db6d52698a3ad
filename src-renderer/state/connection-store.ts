/** Whether the live stream is connected. Only the stream writes it. */
import { create } from 'zustand';

interface Connection {
  readonly state: 'connecting' | 'connected' | 'lost';
  connected(): void;
  lost(): void;
}

export const useConnection = create<Connection>()((set) => ({
  state: 'connecting',
  connected: () => set({ state: 'connected' }),
  lost: () => set({ state: 'lost' }),
}));

/** True while the service does not respond: actions that need it are impossible. */
export const useIsLost = () => useConnection(({ state }) => state === 'lost');
