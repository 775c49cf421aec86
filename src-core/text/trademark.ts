/** Shown wherever Edgewise says what it is. */
export const TRADEMARK = 'Eternity II is a trademark of its owner. Edgewise is not affiliated with it.';
