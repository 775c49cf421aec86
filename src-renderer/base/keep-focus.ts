/**
 * Keeps the keyboard focus near where it was. When the focused element disappears, browsers drop the focus, and the
 * next Tab starts at the top of the page.
 */

/** The element that last had the focus in the page, a dialog or a menu. */
interface Mark {
  readonly element: HTMLElement | SVGElement;
  readonly ancestors: readonly Element[];
  /** The node that followed the removed node. The removed node is the element itself or one of its ancestors. */
  next: Node | null;
  /** The parent of the removed node. */
  parent: Node | null;
}

/** Elements that trap the focus while they are open. */
const FOCUS_SCOPES = 'dialog, [role="menu"]';
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

const canFocus = (element: HTMLElement | SVGElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.checkVisibility({ visibilityProperty: true });

/** Returns the focusable controls inside an element, in document order. */
export const controlsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canFocus);

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let each = element.parentElement; each; each = each.parentElement) found.push(each);
  return found;
}

const isFrom = (node: Node, each: Node): boolean =>
  node === each || (node.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
const isAfter = (node: Node, each: Node): boolean => isFrom(node, each) && !node.contains(each);

/**
 * Returns the control to focus when the focused element disappears. Searches the innermost ancestor that still has
 * controls, and picks the next control there, or the last one if none follows. Returns undefined if the whole view was
 * replaced.
 */
function nearest({ element, ancestors, next, parent }: Mark): HTMLElement | undefined {
  // An element that was merely hidden is still in the document, so search from the element itself.
  const from = element.isConnected ? element : next;
  const isNext = (each: HTMLElement): boolean => {
    if (from?.isConnected) return isFrom(from, each);
    // The next node was removed too, so take the first control after the parent.
    return parent !== null && parent.isConnected && isAfter(parent, each);
  };
  for (const part of ancestors) {
    if (part.matches('main, main > *') || part.querySelector('main')) return undefined;
    if (!part.isConnected) continue;
    const all = controlsIn(part);
    const found = all.find(isNext) ?? all.at(-1);
    if (found) return found;
  }
  return undefined;
}

/** Watches the focus in the whole window. Returns a function that stops watching. */
export function keepFocus(): () => void {
  const marks = new Map<Element, Mark>();
  let waiting = false;

  function check(): void {
    waiting = false;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const mark = marks.get(scope);
    for (const each of marks.keys()) if (each !== scope && each !== document.body) marks.delete(each);
    if (!mark || !isLost) return;
    const found = canFocus(mark.element) ? mark.element : nearest(mark);
    if (found) found.focus();
    else document.querySelector('main')?.focus({ preventScroll: true });
  }
  /**
   * Checks the focus after the next frame, for two reasons: the view might move the focus itself, and browsers drop
   * the focus only when they draw.
   */
  function checkSoon(): void {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => setTimeout(check));
  }

  const observer = new MutationObserver((records) => {
    for (const mark of marks.values()) {
      if (!mark.element.isConnected) {
        const lost = [mark.element, ...mark.ancestors];
        const found = records.filter(({ removedNodes }) =>
          [...removedNodes].some((node) => lost.includes(node as Element)),
        );
        // If several ancestors were removed, use the one whose parent is still in the document.
        const record = found.find(({ target }) => target.isConnected) ?? found[0];
        if (record) [mark.next, mark.parent] = [record.nextSibling, record.target];
        checkSoon();
      } else if (mark.element.matches(':disabled, [hidden] *')) checkSoon();
    }
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden'],
  });

  const ends = new AbortController();
  const { signal } = ends;
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
      marks.set(target.closest(FOCUS_SCOPES) ?? document.body, {
        element: target,
        ancestors: ancestorsOf(target),
        next: null,
        parent: null,
      });
    },
    { signal },
  );
  // A click on the background is meant to drop the focus.
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      const scope = target.closest(FOCUS_SCOPES) ?? document.body;
      if (!marks.get(scope)?.element.contains(target)) marks.delete(scope);
    },
    { signal, capture: true },
  );
  // Listen in the capture phase, because a dialog's `close` event doesn't bubble.
  document.addEventListener('close', checkSoon, { signal, capture: true });
  return () => {
    observer.disconnect();
    ends.abort();
  };
}
