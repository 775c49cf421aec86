/**
 * Returns the attributes of a button that is disabled while `off` returns true. Disabling a focused button would take
 * the keyboard focus away from it. So a focused button merely ignores clicks, and is disabled once it loses the focus.
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
    /**
     * `blur` is also sent when the user switches to another window, but then the button is still the document's
     * focused element.
     */
    onblur: ({ currentTarget }: FocusEvent): void =>
      void (focused = document.activeElement === currentTarget),
    onclickcapture(event: MouseEvent): void {
      if (!off()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
  };
}
