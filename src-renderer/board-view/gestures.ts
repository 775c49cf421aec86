/**
 * Zooms and moves a board by wheel, touch and mouse. The wheel scrolls the page while the whole board is visible, and
 * moves the board once it is zoomed. Ctrl+wheel zooms. So does a pinch on a touchpad, which sends the same event. On a
 * touchscreen, two fingers zoom and move the board. One finger or the mouse moves a zoomed board, unless the view uses
 * the press for something else, such as painting.
 */
import type { Attachment } from 'svelte/attachments';
import type { Viewport } from './viewport.svelte.ts';

/** A pointer that moves farther than this is dragging. */
const MAX_CLICK_TRAVEL_PX = 5;
/** Pixels per line, for wheels that report their movement in lines. */
const WHEEL_LINE_PX = 33;
/**
 * Tells a mouse wheel from a pinch on a touchpad: one notch of a wheel reports at least this many pixels, and a pinch
 * reports fewer.
 */
const MIN_WHEEL_NOTCH_PX = 50;

/** Returns an attachment for zooming and moving a board. `pressed` returns whether the view itself handles a press. */
export const zoomGestures =
  (viewport: Viewport, pressed: () => boolean): Attachment<HTMLElement> =>
  (surface) => {
    const share = (clientX: number, clientY: number): [number, number] => {
      const box = surface.getBoundingClientRect();
      return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    };
    const pan = (x: number, y: number): boolean => {
      const { width, height } = surface.getBoundingClientRect();
      return viewport.panBy(x / width, y / height);
    };

    function onwheel(event: WheelEvent): void {
      const unit = event.deltaMode === 0 ? 1 : WHEEL_LINE_PX;
      const [x, y] = [event.deltaX * unit, event.deltaY * unit];
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const power = Math.abs(y) < MIN_WHEEL_NOTCH_PX ? y / 100 : (0.223 * y) / 100;
        viewport.zoomBy(Math.exp(-power), ...share(event.clientX, event.clientY));
      } else if (viewport.zoomed && (event.shiftKey && x === 0 ? pan(y, 0) : pan(x, y))) {
        event.preventDefault();
      }
    }

    let pinch: { distance: number; x: number; y: number } | null = null;
    const between = ({ touches }: TouchEvent): { distance: number; x: number; y: number } => {
      const [a, b] = [touches[0]!, touches[1]!];
      return {
        distance: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
        x: (a.clientX + b.clientX) / 2,
        y: (a.clientY + b.clientY) / 2,
      };
    };
    function ontouch(event: TouchEvent): void {
      if (event.touches.length !== 2) {
        pinch = null;
        return;
      }
      if (event.cancelable) event.preventDefault();
      const now = between(event);
      if (pinch) {
        viewport.zoomBy(now.distance / pinch.distance, ...share(now.x, now.y));
        pan(pinch.x - now.x, pinch.y - now.y);
      } else if (drag) stop();
      else if (first !== null) {
        // a second finger cancels what the first one started, such as dragging a tile or painting
        surface.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true, pointerId: first }));
      }
      pinch = now;
    }

    let first: number | null = null;
    let drag: { id: number; x: number; y: number; moved: boolean } | null = null;
    /** true if the next click event only ends a drag and must be ignored */
    let swallow = false;
    function onpointerdown(event: PointerEvent): void {
      if (event.isPrimary) first = event.pointerId;
      swallow = false;
      const middle = event.button === 1;
      if (!viewport.zoomed || !event.isPrimary || pinch) return;
      if (!middle && (event.button !== 0 || pressed())) return;
      // The middle button would start the browser's autoscroll, so prevent that.
      if (middle) event.preventDefault();
      drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
    }
    function onpointermove(event: PointerEvent): void {
      if (drag?.id !== event.pointerId || pinch) return;
      const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.moved) {
        if (Math.hypot(x, y) <= MAX_CLICK_TRAVEL_PX) return;
        drag.moved = true;
        surface.setPointerCapture(event.pointerId);
      }
      pan(-x, -y);
      drag = { ...drag, x: event.clientX, y: event.clientY };
    }
    function stop(): void {
      if (drag?.moved) swallow = true;
      drag = null;
    }
    function onclick(event: MouseEvent): void {
      if (!swallow) return;
      swallow = false;
      event.stopPropagation();
      event.preventDefault();
    }

    const listeners = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      types: readonly K[],
      listener: (event: HTMLElementEventMap[K]) => void,
      options: AddEventListenerOptions = {},
    ): void => {
      for (const type of types) {
        surface.addEventListener(type, listener, { ...options, signal: listeners.signal });
      }
    };
    on(['wheel'], onwheel, { passive: false });
    on(['touchstart', 'touchmove', 'touchend', 'touchcancel'], ontouch, { passive: false });
    on(['pointerdown'], onpointerdown);
    on(['pointermove'], onpointermove);
    on(['pointerup', 'pointercancel'], stop);
    on(['click'], onclick, { capture: true });
    return () => listeners.abort();
  };
