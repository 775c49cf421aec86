/** Shown wherever Edgewise describes itself */
export const TRADEMARK_NOTICE =
  'Eternity II is a trademark of its owner. Edgewise is not affiliated with it.';
