/**
 * Returns the attributes of a button that is disabled while `off` returns true. A browser takes the focus from a disabled
 * button, for example from one that is busy. Therefore a focused button only ignores clicks until the focus leaves it.
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
