/** The trademark notice, shown wherever Edgewise describes itself. */
export const TRADEMARK = 'Eternity II is a trademark of its owner. Edgewise is not affiliated with it.';
