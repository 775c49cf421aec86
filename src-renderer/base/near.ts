/** Delays the loading of entries in long lists until they are about to scroll into view. */
import type { Attachment } from 'svelte/attachments';

/**
 * Returns an attachment that calls `tell` once, when the element comes within a distance of `margin` of the visible
 * area: `{@attach near('300px', () => (seen = true))}`.
 */
export const near =
  (margin: string, tell: () => void): Attachment =>
  (element) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        tell();
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
