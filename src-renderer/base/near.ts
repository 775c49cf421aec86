/** Loads entries of long lists only when they come near the visible area. */
import type { Attachment } from 'svelte/attachments';

/** `{@attach near('300px', () => (seen = true))}`: tells once that the element is within so much of what is seen. */
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
