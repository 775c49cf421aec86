/** Chooses a place for messages where they don't cover the focused element. */

interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const PLACES = ['bottom', 'bottom-right', 'top', 'top-right', 'bottom-left', 'top-left'] as const;
export type Place = (typeof PLACES)[number];

/** Distances between the messages and the sides of the window, in CSS pixels. They must agree with `Toasts.svelte`. */
const SIDE_MARGIN_PX = 12;
const END_MARGIN_PX = 24;
/** how far a focused element's outline extends beyond the element, in CSS pixels */
const FOCUS_OUTLINE_PX = 6;

function boxAt(place: Place, size: Size, window: Size): Box {
  const spare = window.width - size.width;
  const left = place.endsWith('right')
    ? spare - SIDE_MARGIN_PX
    : place.endsWith('left')
      ? SIDE_MARGIN_PX
      : spare / 2;
  const top = place.startsWith('top') ? END_MARGIN_PX : window.height - END_MARGIN_PX - size.height;
  return { left, top, right: left + size.width, bottom: top + size.height };
}

/** Returns the overlapping area of two boxes. The focus outline around `other` counts as part of it. */
function overlap(box: Box, other: Box): number {
  const width =
    Math.min(box.right, other.right + FOCUS_OUTLINE_PX) - Math.max(box.left, other.left - FOCUS_OUTLINE_PX);
  const height =
    Math.min(box.bottom, other.bottom + FOCUS_OUTLINE_PX) - Math.max(box.top, other.top - FOCUS_OUTLINE_PX);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * Returns the best place for messages of this size: the one that covers the least of the boxes in `vital`, which
 * should stay visible. Among equally good places, prefers the one that covers less of `focused`. Returns the present
 * place if no other is better.
 */
export function placeFor(
  present: Place,
  size: Size,
  window: Size,
  focused: readonly Box[],
  vital: readonly Box[],
): Place {
  const covered = (place: Place, boxes: readonly Box[]): number => {
    const box = boxAt(place, size, window);
    return boxes.reduce((sum, each) => sum + overlap(box, each), 0);
  };
  return [present, ...PLACES]
    .map((place) => ({ place, vital: covered(place, vital), focused: covered(place, focused) }))
    .reduce((best, each) =>
      each.vital < best.vital || (each.vital === best.vital && each.focused < best.focused) ? each : best,
    ).place;
}
