/** Which of the dialogs that belong to no screen is open: at most one. Not kept: after a reload none is. */
import { create } from 'zustand';

export type Overlay = 'palette' | 'shortcuts' | 'save-snapshot' | 'snapshots' | 'reset' | 'advance-to';

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
