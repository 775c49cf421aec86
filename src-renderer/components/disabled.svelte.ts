/**
 * Returns the attributes of a button that is disabled while `off` returns true. A disabled button loses the keyboard
 * focus. So a focused button only ignores clicks, and is disabled when the focus leaves it.
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
     * The event `blur` is also sent when the user switches to another window. But then the button is still the
     * document's focused element.
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
