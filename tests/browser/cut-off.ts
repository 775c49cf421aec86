/** Runs in the page. Returns the text of each option that is too wide for its list box. */
export function cutOffIn(select: Element): string[] {
  if (!(select instanceof HTMLSelectElement)) throw new TypeError('not a list of choices');
  const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select);
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return [...select.options].flatMap(({ text }) => (context.measureText(text).width > room ? [text] : []));
}
