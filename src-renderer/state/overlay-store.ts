/** The open overlay that belongs to no screen: at most one, and none after a reload. */
import { create } from 'zustand';

export type Overlay = 'palette' | 'shortcuts' | 'advance-to';

interface OverlayState {
  readonly open: Overlay | null;
  show(overlay: Overlay): void;
  close(): void;
}

export const useOverlay = create<OverlayState>()((set) => ({
  open: null,
  show: (open) => set({ open }),
  close: () => set({ open: null }),
}));
