/** Whether the live stream is up. Only the stream writes it; the banner and the status bar read it. */
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
