/**
 * How events of the market change the shares that others trade. Owns which factor holds when; prices are not its
 * business.
 */

import type { VolumeCurve } from '../calendar/volume-curve.ts';
import { type OverlayRegistry, overlayEndMs } from './overlay-registry.ts';

/** What the volume of an instrument is multiplied by at an instant. */
export type VolumeFactor = (isin: string, instantMs: number) => number;

/** `overlays` are read on every call. No two of one instrument hold at the same time. */
export function createVolumeFactor(overlays: Pick<OverlayRegistry, 'volumesOf'>): VolumeFactor {
  return (isin, instantMs) =>
    overlays.volumesOf(isin).find((overlay) => overlay.fromMs <= instantMs && instantMs < overlayEndMs(overlay))
      ?.amount ?? 1;
}

/** Expected volumes with each span of an event multiplied by its factor; what a full day usually trades stays. */
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
