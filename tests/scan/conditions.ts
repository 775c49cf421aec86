/** The conditions under which photographs of each grade are taken. */
import type { Random } from '../../src-core/random.ts';

export const grades = ['clean', 'ordinary', 'bad', 'faint', 'planks', 'pale', 'touching'] as const;
export type Grade = (typeof grades)[number];

export interface Shot {
  readonly grade: Grade;
  readonly layout: 'apart' | 'grid';
  readonly columns: number;
  readonly megapixels: number;
  readonly seed: number;
}

export interface Conditions {
  /** angle between the camera's direction and straight down, in degrees */
  readonly tilt: number;
  /** change of light across the picture, as a fraction of the light at its centre */
  readonly uneven: number;
  /** fraction of the light that remains in the shadow; 1 means no shadow */
  readonly shadow: number;
  /** width of the shadow's soft border, as a fraction of a tile's side */
  readonly penumbra: number;
  readonly blur: number;
  /** standard deviation of the sensor's noise, where white is 255 */
  readonly noise: number;
  readonly quality: number;
  /** space between the tiles of a grid, as a fraction of a tile's side */
  readonly gap: number;
  /** maximum rotation of a tile in a grid, in degrees */
  readonly askew: number;
  /** inaccuracy of cutting, as a fraction of a tile's side */
  readonly cut: number;
  readonly grounds: readonly Ground[];
  /** maximum change of red and blue due to the colour of the light, as a fraction */
  readonly cast: number;
  /** how far the lens moves the picture's corners in or out, as a fraction of their distance from the centre */
  readonly lens: number;
  /** loss of light in the picture's corners relative to its centre, as a fraction */
  readonly vignette: number;
  /** linear light that the lamp's reflection in the varnish adds to the tiles */
  readonly shine: number;
  /** increase of contrast by the camera, as a fraction of a full S-shaped curve */
  readonly contrast: number;
  /** radius of a tile's rounded corners, as a fraction of its side */
  readonly rounded: number;
  /** paleness of the drawings, from 0 (as printed) to 1 (blank paper) */
  readonly fade: number;
}

export type Ground = 'paper' | 'cloth' | 'wood' | 'dark wood' | 'marble' | 'planks';

export function conditionsOf(grade: Grade, chance: Random): Conditions {
  const between = (low: number, high: number): number => low + (high - low) * chance.fraction();
  if (grade === 'clean') {
    return {
      tilt: between(0, 8),
      uneven: between(0, 0.06),
      shadow: 1,
      penumbra: 1,
      blur: between(0.4, 0.7),
      noise: between(0.5, 1),
      quality: 90,
      gap: between(0.06, 0.12),
      askew: 1,
      cut: 0.002,
      grounds: ['cloth', 'dark wood'],
      cast: 0.03,
      lens: 0,
      vignette: 0.05,
      shine: 0,
      contrast: 0,
      rounded: 0,
      fade: 0,
    };
  }
  if (grade === 'ordinary') {
    return {
      tilt: between(4, 22),
      uneven: between(0.1, 0.3),
      shadow: chance.below(2) ? between(0.6, 0.85) : 1,
      penumbra: between(0.3, 1),
      blur: between(0.6, 1.1),
      noise: between(2, 4),
      quality: 60,
      gap: between(0.025, 0.06),
      askew: 2,
      cut: 0.006,
      grounds: ['cloth', 'wood', 'dark wood', 'marble'],
      cast: 0.12,
      lens: between(-0.01, 0.01),
      vignette: between(0.05, 0.2),
      shine: chance.below(2) ? between(0.01, 0.03) : 0,
      contrast: between(0, 0.25),
      rounded: chance.below(2) ? between(0.01, 0.035) : 0,
      fade: 0,
    };
  }
  // drawn with a pencil on paper, cut out by hand
  if (grade === 'pale')
    return { ...conditionsOf('ordinary', chance), cut: between(0.01, 0.03), fade: between(0.5, 0.75) };
  // tiles pushed together, as in a solved puzzle
  if (grade === 'touching')
    return { ...conditionsOf('ordinary', chance), cut: between(0.005, 0.02), gap: between(0, 0.004) };
  // like real photographs: seams between planks, glare, and tiles cut out by hand
  if (grade === 'planks') {
    return {
      tilt: between(4, 22),
      uneven: between(0.2, 0.5),
      shadow: chance.below(2) ? between(0.5, 0.85) : 1,
      penumbra: between(0.3, 1),
      blur: between(0.8, 1.3),
      noise: between(2, 4),
      quality: 60,
      gap: between(0.015, 0.05),
      askew: 2.5,
      cut: between(0.02, 0.05),
      grounds: ['planks'],
      cast: 0.15,
      lens: between(-0.01, 0.01),
      vignette: between(0.05, 0.2),
      shine: chance.below(2) ? between(0.05, 0.2) : 0,
      contrast: between(0, 0.25),
      rounded: between(0, 0.02),
      fade: 0,
    };
  }
  // tiles far apart, in a picture so poor that edges are confused
  if (grade === 'faint') {
    return {
      tilt: between(4, 22),
      uneven: between(0.2, 0.5),
      shadow: between(0.35, 0.7),
      penumbra: between(0.05, 0.6),
      blur: between(1.5, 3),
      noise: between(6, 11),
      quality: 40,
      gap: between(0.05, 0.1),
      askew: 2,
      cut: between(0.01, 0.025),
      grounds: ['cloth', 'dark wood'],
      cast: 0.2,
      lens: between(-0.02, 0.02),
      vignette: between(0.15, 0.4),
      shine: between(0.02, 0.25),
      contrast: between(0, 0.5),
      rounded: between(0, 0.04),
      fade: 0,
    };
  }
  return {
    tilt: between(15, 36),
    uneven: between(0.3, 0.55),
    shadow: between(0.4, 0.65),
    penumbra: between(0.05, 0.3),
    blur: between(1.2, 2),
    noise: between(5, 9),
    quality: 40,
    gap: between(0.01, 0.025),
    askew: 2.5,
    cut: 0.014,
    grounds: ['cloth', 'wood', 'dark wood', 'marble', 'paper'],
    cast: 0.2,
    lens: between(-0.03, 0.03),
    vignette: between(0.15, 0.4),
    shine: between(0.02, 0.08),
    contrast: between(0, 0.5),
    rounded: between(0, 0.05),
    fade: 0,
  };
}
