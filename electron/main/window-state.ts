import { readFileSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const windowStateSchema = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  isMaximized: z.boolean(),
});
/** How the window stood when it was closed; in device-independent pixels. */
export type WindowState = z.infer<typeof windowStateSchema>;

/** Where the window opens; without a position the system centres it. */
export type WindowPlace = Pick<Rectangle, 'width' | 'height'> & Partial<Pick<Rectangle, 'x' | 'y'>>;

const defaultSize = { width: 1360, height: 860 };
export const minimumSize = { width: 900, height: 560 };

/** How much of the title bar must be on a screen for the window to be found and dragged. */
const grip = { width: 120, height: 32 };

/** Null on the first start and for a file that cannot be understood. */
export function readWindowState(file: string): WindowState | null {
  try {
    return windowStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null; // a remembered size is a convenience: the default one is as good
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, JSON.stringify(state));
  } catch {
    return; // as above; the window is about to close, and nobody could act on it
  }
}

/**
 * Puts remembered bounds on the screens there are now: a window whose title bar could not be reached loses its position, and none
 * is larger than its screen. `workAreas` begin with the primary screen's.
 */
export function placeWindow(state: WindowState | null, workAreas: readonly Rectangle[]): WindowPlace {
  const [primary] = workAreas;
  if (state === null) return fitSize(defaultSize, primary);
  const { bounds } = state;
  for (const area of workAreas) {
    const fitted = { ...bounds, ...fitSize(bounds, area) };
    if (isReachable(fitted, area)) return fitted;
  }
  return fitSize(bounds, primary);
}

function isReachable(bounds: Rectangle, area: Rectangle): boolean {
  const shown = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return shown >= grip.width && bounds.y >= area.y && bounds.y + grip.height <= area.y + area.height;
}

function fitSize({ width, height }: WindowPlace, area: Rectangle | undefined): WindowPlace {
  const fit = (wanted: number, minimum: number, available = wanted): number =>
    Math.min(Math.max(wanted, minimum), available);
  return {
    width: fit(width, minimumSize.width, area?.width),
    height: fit(height, minimumSize.height, area?.height),
  };
}
