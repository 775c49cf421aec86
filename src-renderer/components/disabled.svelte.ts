/**
 * Returns the attributes of a button that is disabled while `off` returns true. Disabling a button takes the keyboard
 * focus away from it. So a button that has the focus stays enabled until it loses the focus, and until then ignores
 * clicks.
 */
export function disabledWhile(off: () => boolean) {
  let focused = $state(false);
  return {
    get disabled(): boolean {
      return off() && !focused;
    },
    get 'aria-disabled'(): true | undefined {
      return off() || undefined;
    },
    onfocus: (): void => void (focused = true),
    /** the element stays focused while the user is in another window */
    onblur: ({ currentTarget }: FocusEvent): void =>
      void (focused = document.activeElement === currentTarget),
    onclickcapture(event: MouseEvent): void {
      if (!off()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
  };
}
