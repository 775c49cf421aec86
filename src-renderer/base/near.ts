/** Delays the loading of entries in long lists until they come near the visible area. */
import type { Attachment } from 'svelte/attachments';

/**
 * Returns an attachment that calls the function once, when the element is within this distance of the visible area:
 * `{@attach near('300px', () => (seen = true))}`.
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
