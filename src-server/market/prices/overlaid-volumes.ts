/** Applies market events to the volume that others trade. Decides which factor applies when; does not change prices. */

import type { VolumeCurve } from '../calendar/volume-curve.ts';
import { type OverlayRegistry, overlayEndMs } from './overlay-registry.ts';

/** Returns the factor of an instrument's volume at an instant. */
export type VolumeFactor = (isin: string, instantMs: number) => number;

/** `overlays` are read on every call. No two of one instrument apply at the same time. */
export function createVolumeFactor(overlays: Pick<OverlayRegistry, 'volumesOf'>): VolumeFactor {
  return (isin, instantMs) =>
    overlays.volumesOf(isin).find((overlay) => overlay.fromMs <= instantMs && instantMs < overlayEndMs(overlay))
      ?.amount ?? 1;
}

/**
 * Returns expected volumes with each span of an event multiplied by its factor; the usual volume of a full day does not
 * change.
 */
export function withVolumeEvents(curve: VolumeCurve, overlays: Pick<OverlayRegistry, 'volumesOf'>): VolumeCurve {
  return {
    ...curve,
    expectedVolume(isin, mic, fromMs, toMs) {
      const usual = curve.expectedVolume(isin, mic, fromMs, toMs);
      const added = overlays.volumesOf(isin).map((overlay) => {
        const beginMs = Math.max(fromMs, overlay.fromMs);
        const endMs = Math.min(toMs, overlayEndMs(overlay));
        return endMs <= beginMs ? 0 : (overlay.amount - 1) * curve.expectedVolume(isin, mic, beginMs, endMs);
      });
      return Math.max(
        0,
        added.reduce((sum, each: number) => sum + each, usual),
      );
    },
  };
}
